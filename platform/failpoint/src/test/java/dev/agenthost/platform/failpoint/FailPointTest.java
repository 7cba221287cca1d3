package dev.agenthost.platform.failpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailPointTest {

    @TempDir
    Path dir;

    @AfterEach
    void off() {
        FailPoint.enable(null);
    }

    @Test
    void livesWhenOff() {
        FailPoint.at("gateway.10-accepted");
    }

    @Test
    void livesAtAStepNobodyLaid() throws IOException {
        FailPoint.enable(dir);
        Files.createFile(dir.resolve("gateway.20-published"));

        FailPoint.at("gateway.10-accepted");

        assertThat(dir.resolve("gateway.20-published")).exists();
    }

    @Test
    void oneLaidStepIsTakenOnceHoweverManyReachIt() throws IOException {
        FailPoint.enable(dir);
        Files.createFile(dir.resolve("gateway.10-accepted"));

        long taken = IntStream.range(0, 64)
                .parallel()
                .filter(i -> FailPoint.takes("gateway.10-accepted"))
                .count();

        assertThat(taken).isEqualTo(1);
    }

    @Test
    void diesAtALaidStepAndLivesWhenRestarted() throws Exception {
        Files.createFile(dir.resolve("gateway.10-accepted"));

        assertThat(exitOfAProcessThatReachesTheStep()).isEqualTo(FailPoint.HALTED);
        assertThat(exitOfAProcessThatReachesTheStep()).isZero();
    }

    @Test
    void oneThreadIsHeldUntilItsFileIsGone() throws Exception {
        FailPoint.enable(dir);
        Files.createFile(dir.resolve("gateway.10-accepted" + FailPoint.HOLD));
        Path held = dir.resolve("gateway.10-accepted" + FailPoint.HELD);

        Thread first = Thread.ofVirtual().start(() -> FailPoint.at("gateway.10-accepted"));
        while (!Files.exists(held)) {
            Thread.onSpinWait();
        }
        FailPoint.at("gateway.10-accepted");

        assertThat(first.join(Duration.ofMillis(50))).isFalse();
        Files.delete(held);
        assertThat(first.join(Duration.ofSeconds(10))).isTrue();
    }

    private int exitOfAProcessThatReachesTheStep() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reaches.class.getName(),
                        dir.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** A process whose only work is to reach the step. */
    static final class Reaches {
        public static void main(String[] args) {
            FailPoint.enable(Path.of(args[0]));
            FailPoint.at("gateway.10-accepted");
        }
    }
}
