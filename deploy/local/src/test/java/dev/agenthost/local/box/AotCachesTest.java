package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotCachesTest {
    private static final String NAME = "hello";

    @TempDir
    Path project;

    private AotCaches caches;
    private List<String> command;

    @BeforeAll
    static void onlyWhereTheJdkHasThem() {
        assumeTrue(AotCaches.possible(), "start-up caches need JDK 25");
    }

    @BeforeEach
    void helloInAJar() throws IOException {
        caches = AotCaches.of(project);
        Files.createDirectories(caches.directory());
        command = command(jar("hello.jar"), "first");
    }

    @Test
    void commandIsAsItWasWhileThereIsNoCache() {
        assertThat(caches.reading(NAME, command)).isEqualTo(command);
        assertThat(caches.has(NAME, command)).isFalse();
    }

    @Test
    void startsWithTheCacheThatATrainingMade() throws Exception {
        train();
        assertThat(caches.has(NAME, command)).isTrue();
        var strict = new ArrayList<>(caches.reading(NAME, command));
        strict.add(1, "-XX:AOTMode=on");
        assertThat(run(strict)).contains("hello");
    }

    @Test
    void replicaWithOtherPropertiesAndArgumentsSharesIt() throws Exception {
        train();
        assertThat(caches.has(NAME, command(project.resolve("hello.jar"), "second")))
                .isTrue();
    }

    @Test
    void newJarNeedsANewCacheWhichReplacesTheOldOne() throws Exception {
        train();
        command = command(jar("hello.jar", "something", "more"), "first");
        assertThat(caches.has(NAME, command)).isFalse();
        train();
        try (var files = Files.newDirectoryStream(caches.directory(), "*.aot*")) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void cachesOfOtherFlagsStay() throws Exception {
        train();
        var others = new ArrayList<>(command);
        others.add(1, "-Xms16m");
        var first = command;
        command = others;
        train();

        assertThat(caches.has(NAME, first)).isTrue();
        assertThat(caches.has(NAME, others)).isTrue();
    }

    @Test
    void whatEarlierBuildsLeftIsSweptAwayWhateverItsFlagsAndBothLevelsStay() throws Exception {
        var firstLevel = new ArrayList<>(command);
        firstLevel.add(1, "-XX:TieredStopAtLevel=1");
        var another = command(jar("another.jar"), "first");
        lay(NAME, command);
        lay(NAME, firstLevel);
        lay("another", another);
        Files.createFile(caches.directory().resolve("hello-0123456789abcdef.aot"));
        Files.createFile(caches.directory().resolve("hello-01234567-0123456789abcdef.aot.notes"));
        Files.createFile(caches.directory().resolve("no-more-01234567-0123456789abcdef.aot.part"));
        Files.createFile(caches.directory().resolve("hello.log"));
        command = command(jar("hello.jar", "something", "more"), "first");
        firstLevel = new ArrayList<>(command);
        firstLevel.add(1, "-XX:TieredStopAtLevel=1");
        lay(NAME, command);
        lay(NAME, firstLevel);

        caches.sweep(Map.of(NAME, command, "another", another));

        assertThat(caches.has(NAME, command)).isTrue();
        assertThat(caches.has(NAME, firstLevel)).isTrue();
        assertThat(caches.has("another", another)).isTrue();
        try (var files = Files.list(caches.directory())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSize(4)
                    .contains("hello.log");
        }
    }

    @Test
    void nothingIsSweptByWhoIsNotBuilt() throws Exception {
        lay(NAME, command);
        var directory = List.of(java(), "-cp", Files.createDirectory(project.resolve("classes")) + "", "Main");

        caches.sweep(Map.of("other", directory));

        assertThat(caches.has(NAME, command)).isTrue();
    }

    /** As if a training had made it. */
    private void lay(String name, List<String> of) throws IOException {
        var recording = caches.recording(name, of);
        var notes = recording.stream()
                .filter(flag -> flag.startsWith("-XX:AOTConfiguration="))
                .findFirst()
                .orElseThrow();
        Files.createFile(
                Path.of(notes.substring("-XX:AOTConfiguration=".length()).replaceFirst("\\.notes$", "")));
        assertThat(caches.has(name, of)).isTrue();
    }

    @Test
    void startsWithoutACacheThatIsBroken() throws Exception {
        train();
        var file = cache();
        var bytes = Files.readAllBytes(file);
        for (byte[] broken : new byte[][] {
            {}, "no cache at all".getBytes(), java.util.Arrays.copyOf(bytes, bytes.length / 2), headless(bytes)
        }) {
            Files.write(file, broken);
            assertThat(run(caches.reading(NAME, command))).contains("hello");
        }
    }

    @Test
    void classPathWithADirectoryHasNone() throws Exception {
        var directory = List.of(java(), "-cp", Files.createDirectory(project.resolve("classes")) + "", "Main");
        assertThat(caches.recording(NAME, directory)).isEqualTo(directory);
        assertThat(caches.make(NAME, directory)).isFalse();
    }

    private void train() throws Exception {
        assertThat(run(caches.recording(NAME, command))).contains("hello");
        assertThat(caches.make(NAME, command)).isTrue();
    }

    private Path cache() throws IOException {
        try (var files = Files.newDirectoryStream(caches.directory(), "*.aot")) {
            return files.iterator().next();
        }
    }

    private static byte[] headless(byte[] cache) {
        var broken = cache.clone();
        java.util.Arrays.fill(broken, 0, 4096, (byte) 0);
        return broken;
    }

    private static List<String> command(Path jar, String argument) {
        return List.of(java(), "-Dsays=" + argument, "-XX:+UseSerialGC", "-Xmx32m", "-jar", jar.toString(), argument);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String run(List<String> command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /** A jar with the class that prints hello, and further entries. */
    private Path jar(String name, String... more) throws IOException {
        var jar = project.resolve(name);
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, SaysHello.class.getName());
        var entry = SaysHello.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var code = SaysHello.class.getResourceAsStream("SaysHello.class")) {
            out.putNextEntry(new JarEntry(entry));
            code.transferTo(out);
            for (var another : more) {
                out.putNextEntry(new JarEntry(another));
            }
        }
        return jar;
    }
}
