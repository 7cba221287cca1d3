package dev.agenthost.walk.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Runs an adapter whose source is copied from docs/adapters.md. */
public final class GuideAdapter implements AutoCloseable {
    private static final Path GUIDE = Path.of("../../docs/adapters.md");

    private final Process process;
    private final BufferedWriter said;
    private final List<String> printed = new CopyOnWriteArrayList<>();

    private GuideAdapter(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        said = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Thread.ofVirtual()
                .start(() -> new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                        .lines()
                        .forEach(printed::add));
    }

    public static GuideAdapter inJava(String broker, Path directory) throws IOException {
        Path source = write("java", directory.resolve("Adapter.java"));
        return new GuideAdapter(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString(),
                broker,
                "demo"));
    }

    /** Empty if no Python has the Kafka client of the guide. */
    public static Optional<GuideAdapter> inPython(String broker, Path directory) throws Exception {
        Path source = write("python", directory.resolve("adapter.py"));
        for (String python : List.of("python3", "/usr/bin/python3")) {
            if (answers(python, "-c", "import confluent_kafka")) {
                return Optional.of(new GuideAdapter(List.of(python, "-u", source.toString(), broker, "demo")));
            }
        }
        return Optional.empty();
    }

    /** A person types it, and waits for the answer on the same terminal. */
    public void isAnswered(String text) throws IOException {
        said.write(text + "\n");
        said.flush();
        Awaitility.await("the answer to " + text)
                .atMost(Duration.ofSeconds(90))
                .until(() -> printed.contains(text) || !process.isAlive());
        assertThat(printed).as("what the adapter printed").contains(text);
    }

    private static Path write(String language, Path file) throws IOException {
        var block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(GUIDE));
        assertThat(block.find()).as("a block of %s in the guide", language).isTrue();
        assertThat(Stream.of(block.group(1).split("\n")).filter(line -> !line.isBlank()))
                .as("lines of the guide's adapter in %s", language)
                .hasSizeLessThanOrEqualTo(40);
        return Files.writeString(file, block.group(1));
    }

    private static boolean answers(String... command) throws InterruptedException {
        try {
            Process asked =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return asked.waitFor(30, TimeUnit.SECONDS) && asked.exitValue() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
