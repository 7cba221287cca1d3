package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each type that a document names with its folder, as in {@code `run/RunDecider`}, exists there. */
class DocumentedTypesTest {
    private static final Pattern TYPE = Pattern.compile("`((?:[a-z0-9]+/)+[A-Z]\\w*)`");

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "context-store/README.md", "run-orchestrator/README.md"})
    void everyTypeThatIsNamedWithItsFolderExists(String document) throws IOException {
        Set<String> named = TYPE.matcher(Files.readString(JavaSources.PROJECT.resolve(document)))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        List<String> sources = JavaSources.below("src/main/java").values().stream()
                .flatMap(List::stream)
                .map(JavaSources::path)
                .toList();

        assertThat(named).isNotEmpty().allSatisfy(type -> assertThat(sources)
                .anyMatch(source -> source.endsWith("/" + type + ".java")));
    }
}
