package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script itself, in a project without build output. */
class HelpTest {
    @TempDir
    Path project;

    @Test
    void helpOfTheBenchmarksBuildsNothing() throws Exception {
        var here = Path.of("../..").toAbsolutePath().normalize();
        Files.copy(here.resolve("agenthost"), project.resolve("agenthost"));
        Files.createDirectories(project.resolve(".mvn"));
        Files.copy(here.resolve(".mvn/find-jdk.sh"), project.resolve(".mvn/find-jdk.sh"));
        var maven = Files.writeString(project.resolve("mvnw"), "#!/bin/sh\ntouch built\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        var process = new ProcessBuilder("/bin/sh", "agenthost", "bench", "--help")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes());

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).startsWith("Usage: ./agenthost bench");
        assertThat(process.exitValue()).isZero();
        assertThat(project.resolve("built")).doesNotExist();
    }
}
