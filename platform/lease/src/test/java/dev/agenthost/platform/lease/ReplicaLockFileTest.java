package dev.agenthost.platform.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaLockFileTest {
    private static final Incarnation FIRST = new Incarnation(new UUID(1, 1));
    private static final Incarnation SECOND = new Incarnation(new UUID(2, 2));

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void inADirectoryThatIsNotThereYet() {
        path = directory.resolve("run").resolve("life");
    }

    @Test
    void whoComesNextKnowsEveryIncarnationThatWasThere() throws IOException {
        try (ReplicaLockFile life = ReplicaLockFile.take(path).orElseThrow()) {
            assertThat(life.previousIncarnations()).isEmpty();
            life.addIncarnation(FIRST);
            life.addIncarnation(SECOND);
        }
        try (ReplicaLockFile next = ReplicaLockFile.take(path).orElseThrow()) {
            assertThat(next.previousIncarnations()).containsExactly(FIRST, SECOND);
        }
    }

    @Test
    void whatIsBuriedIsForgottenAndWhatLivesIsNot() throws IOException {
        try (ReplicaLockFile life = ReplicaLockFile.take(path).orElseThrow()) {
            life.addIncarnation(FIRST);
        }
        try (ReplicaLockFile life = ReplicaLockFile.take(path).orElseThrow()) {
            life.addIncarnation(SECOND);
            life.removePrevious();
        }
        try (ReplicaLockFile next = ReplicaLockFile.take(path).orElseThrow()) {
            assertThat(next.previousIncarnations()).containsExactly(SECOND);
        }
    }

    @Test
    void aLineThatWasCutOffNamesNobody() throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, FIRST + "\n" + "00000000-0000-0002-", StandardOpenOption.CREATE);
        try (ReplicaLockFile life = ReplicaLockFile.take(path).orElseThrow()) {
            assertThat(life.previousIncarnations()).containsExactly(FIRST);
        }
    }

    @Test
    void nobodyTakesItFromAProcessThatLivesNorFromOneThatIsPaused() throws Exception {
        Process other = holder();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("taken");
            assertThat(ReplicaLockFile.take(path)).isEmpty();
            signal(other, "STOP");
            assertThat(ReplicaLockFile.take(path)).isEmpty();
        } finally {
            other.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        try (ReplicaLockFile next = ReplicaLockFile.take(path).orElseThrow()) {
            assertThat(next.previousIncarnations()).containsExactly(FIRST);
        }
    }

    /** Takes the file in a process of its own, and stays. */
    public static void main(String[] arguments) throws Exception {
        ReplicaLockFile life = ReplicaLockFile.take(Path.of(arguments[0])).orElseThrow();
        life.addIncarnation(FIRST);
        System.out.println("taken");
        Thread.sleep(60_000);
    }

    private Process holder() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReplicaLockFileTest.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void signal(Process process, String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor(30, TimeUnit.SECONDS);
    }
}
