package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the script itself, in a project without build output. */
class HelpTest {
    @TempDir
    Path project;

    @ParameterizedTest
    @CsvSource({
        "bench --help,Usage: ./agenthost bench,0",
        "--help,Usage: ./agenthost COMMAND,0",
        "-h,Usage: ./agenthost COMMAND,0",
        "status,Agent Host is not built here yet,3",
        "send hello,Agent Host is not built here yet,3"
    })
    void commandsWithoutABoxBuildNothing(String arguments, String text, int code) throws Exception {
        var here = Path.of("../..").toAbsolutePath().normalize();
        Files.copy(here.resolve("agenthost"), project.resolve("agenthost"));
        Files.createDirectories(project.resolve(".mvn"));
        Files.copy(here.resolve(".mvn/find-jdk.sh"), project.resolve(".mvn/find-jdk.sh"));
        var maven = Files.writeString(project.resolve("mvnw"), "#!/bin/sh\ntouch built\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        var command = Stream.of("/bin/sh agenthost".split(" "), arguments.split(" "))
                .flatMap(Stream::of)
                .toList();
        var process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes());

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).startsWith(text);
        assertThat(process.exitValue()).isEqualTo(code);
        assertThat(project.resolve("built")).doesNotExist();
    }
}
