package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each type that a document names with its folder, as in {@code `run/RunDecider`}, exists there. */
class DocumentedTypesTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern TYPE = Pattern.compile("`((?:[a-z0-9]+/)+[A-Z]\\w*)`");

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "context-store/README.md", "run-orchestrator/README.md"})
    void everyTypeThatIsNamedWithItsFolderExists(String document) throws IOException {
        Set<String> named = TYPE.matcher(Files.readString(PROJECT.resolve(document)))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> sources = sources();

        assertThat(named).isNotEmpty().allSatisfy(type -> assertThat(sources)
                .anyMatch(source -> source.endsWith("/" + type + ".java")));
    }

    private static Set<String> sources() throws IOException {
        try (Stream<Path> modules = Files.list(PROJECT)) {
            Set<String> sources = new TreeSet<>();
            for (Path module : modules.toList()) {
                Path main = module.resolve("src/main/java");
                if (Files.isDirectory(main)) {
                    try (Stream<Path> files = Files.walk(main)) {
                        files.map(file -> file.toString().replace('\\', '/')).forEach(sources::add);
                    }
                }
            }
            return sources;
        }
    }
}
