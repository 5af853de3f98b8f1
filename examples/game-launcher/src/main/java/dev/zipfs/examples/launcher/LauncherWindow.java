package dev.zipfs.examples.launcher;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.Font;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.Box;
import javax.swing.BoxLayout;
import javax.swing.DefaultListModel;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JFileChooser;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JProgressBar;
import javax.swing.JScrollPane;
import javax.swing.ListSelectionModel;
import javax.swing.SwingUtilities;
import javax.swing.Timer;
import javax.swing.UIManager;
import org.jspecify.annotations.Nullable;

/** The launcher's window: archives on the left, the chosen one on the right. Used on Swing's thread only. */
final class LauncherWindow {
    static final int LOOK_EVERY_MS = 250;

    private final JFrame frame = new JFrame("Game launcher");
    private final DefaultListModel<Game> games = new DefaultListModel<>();
    private final JList<Game> list = new JList<>(games);
    private final JLabel title = new JLabel();
    private final JLabel place = new JLabel();
    private final JComboBox<String> program = new JComboBox<>();
    private final JButton play = new JButton("Play");
    private final JButton mount = new JButton("Mount");
    private final JButton unmount = new JButton("Unmount");
    private final JProgressBar progress = new JProgressBar();
    private final CacheChart chart = new CacheChart();
    private final JLabel problem = new JLabel(" ");
    private @Nullable Game shown;

    LauncherWindow() {
        frame.setLayout(new BorderLayout());
        frame.add(left(), BorderLayout.WEST);
        frame.add(right(), BorderLayout.CENTER);
        frame.setSize(900, 560);
        frame.setLocationByPlatform(true);
        frame.setDefaultCloseOperation(JFrame.DISPOSE_ON_CLOSE);
        Timer look = new Timer(LOOK_EVERY_MS, event -> look());
        look.start();
        frame.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosed(WindowEvent event) {
                look.stop();
                close();
            }
        });
        show(null);
    }

    private JPanel left() {
        list.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        list.setFixedCellHeight(40);
        list.addListSelectionListener(event -> show(list.getSelectedValue()));
        JButton add = new JButton("Add an archive …");
        add.addActionListener(event -> choose());
        JPanel panel = new JPanel(new BorderLayout(0, 8));
        panel.setBorder(BorderFactory.createEmptyBorder(12, 12, 12, 0));
        panel.add(new JScrollPane(list), BorderLayout.CENTER);
        panel.add(add, BorderLayout.SOUTH);
        panel.setPreferredSize(new Dimension(230, 0));
        return panel;
    }

    private JPanel right() {
        title.setFont(title.getFont().deriveFont(Font.BOLD, 22f));
        problem.setForeground(UIManager.getColor("Component.error.focusedBorderColor"));
        progress.setStringPainted(true);
        play.addActionListener(event -> withGame(game -> game.play(String.valueOf(program.getSelectedItem()))));
        mount.addActionListener(event -> withGame(Game::mount));
        unmount.addActionListener(event -> withGame(Game::unmount));
        frame.getRootPane().setDefaultButton(play);

        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        buttons.setBorder(BorderFactory.createEmptyBorder(0, -8, 0, 0));
        for (JButton button : List.of(play, mount, unmount)) {
            buttons.add(button);
        }
        JPanel head = new JPanel();
        head.setLayout(new BoxLayout(head, BoxLayout.Y_AXIS));
        for (JComponent part : List.of(title, place, program, buttons, progress, problem)) {
            part.setAlignmentX(0);
            head.add(part);
            head.add(Box.createVerticalStrut(10));
        }
        program.setMaximumSize(new Dimension(Integer.MAX_VALUE, 32));
        JPanel panel = new JPanel(new BorderLayout(0, 6));
        panel.setBorder(BorderFactory.createEmptyBorder(16, 18, 12, 18));
        panel.add(head, BorderLayout.NORTH);
        panel.add(chart, BorderLayout.CENTER);
        return panel;
    }

    /** Takes an archive into the list. */
    void add(Path archive) {
        try {
            Game game = new Game(archive, null, () -> SwingUtilities.invokeLater(this::refresh));
            games.addElement(game);
            if (list.isSelectionEmpty()) {
                list.setSelectedValue(game, true);
            }
        } catch (IOException e) {
            JOptionPane.showMessageDialog(frame, e.getMessage(), "Not added", JOptionPane.ERROR_MESSAGE);
        }
    }

    void open() {
        frame.setVisible(true);
    }

    /** Ends everything; nothing stays mounted. */
    void close() {
        games.elements().asIterator().forEachRemaining(Game::close);
        games.clear();
        frame.dispose();
    }

    JFrame frame() {
        return frame;
    }

    CacheChart chart() {
        return chart;
    }

    Game game(int index) {
        return games.get(index);
    }

    private void choose() {
        JFileChooser chooser = new JFileChooser();
        chooser.setMultiSelectionEnabled(true);
        if (chooser.showOpenDialog(frame) == JFileChooser.APPROVE_OPTION) {
            for (File file : chooser.getSelectedFiles()) {
                add(file.toPath());
            }
        }
    }

    private void show(@Nullable Game game) {
        if (game != shown || game == null) {
            shown = game;
            program.removeAllItems();
            if (game != null) {
                game.programs().forEach(program::addItem);
                chart.clear(game.statistics());
            }
        }
        refresh();
    }

    private void refresh() {
        Game game = shown;
        Game.State state = game == null ? Game.State.READY : game.state();
        Path root = game == null ? null : game.root();
        title.setText(game == null ? "No archive yet" : game.name());
        place.setText(
                game == null
                        ? "Add one to start with."
                        : root == null ? game.archive().toString() : "on " + root);
        boolean idle = game != null && state != Game.State.MOUNTING;
        program.setEnabled(idle && program.getItemCount() > 0);
        play.setEnabled(idle && state != Game.State.RUNNING && program.getItemCount() > 0);
        mount.setEnabled(idle && root == null);
        unmount.setEnabled(idle && root != null);
        Game.Decoding decoding = game == null ? null : game.decodingNow();
        long share = decoding == null || decoding.total() == 0 ? 0 : 100 * decoding.decoded() / decoding.total();
        progress.setIndeterminate(state == Game.State.MOUNTING);
        progress.setValue((int) share);
        progress.setString(decoding == null ? text(state) : decoding.path() + ": " + share + " % decoded");
        problem.setText(game == null || game.problem().isEmpty() ? " " : game.problem());
        problem.setToolTipText(problem.getText());
        list.repaint();
    }

    private static String text(Game.State state) {
        return switch (state) {
            case READY -> "not mounted";
            case MOUNTING -> "mounting";
            case MOUNTED -> "mounted, nothing decoded yet";
            case RUNNING -> "running";
        };
    }

    private void look() {
        Game game = shown;
        if (game != null && game.root() != null) {
            chart.add(game.statistics());
        }
    }

    private void withGame(Consumer<Game> action) {
        Game game = shown;
        if (game != null) {
            action.accept(game);
        }
    }
}
