package dev.zipfs.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.testkit.fake.FakeBackend;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher without a window and without a driver: a fake drive stands for the real one. */
@Timeout(30)
class GameTest {
    @TempDir
    Path dir;

    private final LinkedBlockingQueue<String> changes = new LinkedBlockingQueue<>();

    @AfterEach
    void nothingStaysMounted() {
        assertThat(FakeBackend.mounted()).isZero();
    }

    @Test
    void listsWhatCanBeStarted() throws Exception {
        try (Game game = game("fake")) {
            assertThat(game.programs()).containsExactlyInAnyOrder("bin/play", "Setup.EXE");
            assertThat(game.name()).isEqualTo("Space Race");
        }
    }

    @Test
    void mountsAndUnmounts() throws Exception {
        try (Game game = game("fake")) {
            game.mount();
            await(game, g -> g.state() == Game.State.MOUNTED);
            assertThat(game.root()).isNotNull();
            assertThat(FakeBackend.mounted()).isOne();

            game.unmount();
            await(game, g -> g.state() == Game.State.READY);
            assertThat(game.root()).isNull();
        }
    }

    @Test
    void closingTakesTheDriveAway() throws Exception {
        try (Game game = game("fake")) {
            game.mount();
            await(game, g -> g.root() != null);
        }
        assertThat(FakeBackend.mounted()).isZero();
    }

    @Test
    void saysWhyItCannotMountAndGoesOn() throws Exception {
        try (Game game = game("no-such-driver")) {
            game.mount();
            await(game, g -> !g.problem().isEmpty());
            assertThat(game.problem()).contains("no-such-driver");
            assertThat(game.state()).isEqualTo(Game.State.READY);
        }
    }

    @Test
    void saysWhyAProgramCannotBeStartedAndStaysMounted() throws Exception {
        try (Game game = game("fake")) {
            game.play("bin/play");
            await(game, g -> !g.problem().isEmpty());
            assertThat(game.problem()).contains("play");
            assertThat(game.state()).isEqualTo(Game.State.MOUNTED);
        }
    }

    private Game game(String backend) throws IOException {
        Path archive = dir.resolve("Space Race.zip");
        ArchiveModel.of(
                        EntryModel.file("bin/play", "no program at all")
                                .unixMode(0100755)
                                .build(),
                        EntryModel.file("Setup.EXE", "MZ").build(),
                        EntryModel.file("readme.txt", "read me").build())
                .write(archive);
        return new Game(archive, backend, () -> changes.add(""));
    }

    /** Waits for changes until the game is as it should be. */
    private void await(Game game, Predicate<Game> wanted) throws InterruptedException {
        while (!wanted.test(game)) {
            assertThat(changes.poll(10, TimeUnit.SECONDS))
                    .as("a change; %s: %s", game.state(), game.problem())
                    .isNotNull();
        }
    }
}
