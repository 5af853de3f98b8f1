package dev.zipfs.examples.launcher;

import com.formdev.flatlaf.FlatLightLaf;
import java.awt.AWTException;
import java.awt.Rectangle;
import java.awt.Robot;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import javax.swing.SwingUtilities;
import javax.swing.Timer;

/** Opens the launcher's window with the archives that are named, plays the first program of the first one, and takes a picture of it. */
final class Photo {
    private static final int SAMPLES = 30;

    private Photo() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<LauncherWindow> opened = new AtomicReference<>();
        AtomicReference<Exception> failure = new AtomicReference<>();
        SwingUtilities.invokeAndWait(() -> {
            FlatLightLaf.setup();
            LauncherWindow window = new LauncherWindow();
            opened.set(window);
            for (int i = 1; i < args.length; i++) {
                window.add(Path.of(args[i]));
            }
            window.frame().setLocation(40, 40);
            window.open();
            Game game = window.game(0);
            game.play(game.programs().get(0));
            Timer watch = new Timer(50, event -> {
                boolean ended =
                        game.state() == Game.State.MOUNTED && window.chart().count() >= SAMPLES;
                if (done.getCount() > 0 && (ended || !game.problem().isEmpty())) {
                    try {
                        take(window, new File(args[0]));
                    } catch (IOException | AWTException e) {
                        failure.set(e);
                    }
                    done.countDown();
                }
            });
            watch.start();
        });
        done.await();
        SwingUtilities.invokeAndWait(() -> opened.get().close());
        if (failure.get() != null) {
            throw failure.get();
        }
        System.exit(0);
    }

    private static void take(LauncherWindow window, File picture) throws IOException, AWTException {
        Rectangle area = new Rectangle(
                window.frame().getRootPane().getLocationOnScreen(),
                window.frame().getRootPane().getSize());
        ImageIO.write(new Robot().createScreenCapture(area), "png", picture);
    }
}
