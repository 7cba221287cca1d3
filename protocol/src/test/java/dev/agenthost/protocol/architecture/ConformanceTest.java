package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each test that the tables of conformance and of refusals name exists, and that each claim has its fault and its methods. */
class ConformanceTest {
    private static final Pattern NAMED = Pattern.compile("`(?:([A-Z]\\w*Test)|([A-Z]\\w*)\\.([a-z]\\w*))`");
    /** A test as the last column of a row names it: class and method. */
    private static final Pattern METHOD = Pattern.compile("`[A-Z]\\w*\\.[a-z]\\w*`");

    private static final Path CONFORMANCE = JavaSources.PROJECT.resolve("docs/protocol-v1-conformance.md");
    /** Columns of a row: section, claim, fault, tests; what goes beyond the specification has no section. */
    private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");

    @ParameterizedTest
    @ValueSource(strings = {"docs/protocol-v1-conformance.md", "docs/refusals.md", "docs/action-graph-conformance.md"})
    void everyTestThatATableNamesExists(String document) throws IOException {
        List<MatchResult> named = NAMED.matcher(Files.readString(JavaSources.PROJECT.resolve(document)))
                .results()
                .toList();
        Map<String, List<Path>> tests = JavaSources.below("src/test/java");

        assertThat(named).hasSizeGreaterThan(20);
        assertThat(named).allSatisfy(found -> {
            String type = found.group(1) == null ? found.group(2) : found.group(1);
            assertThat(tests).containsKey(type);
            if (found.group(3) != null) {
                assertThat(tests.get(type)).as(found.group()).anySatisfy(test -> assertThat(Files.readString(test))
                        .contains("void " + found.group(3) + "("));
            }
        });
    }

    @Test
    void everyClaimHasItsFaultAndItsMethods() throws IOException {
        List<String> rows = Files.readAllLines(CONFORMANCE).stream()
                .filter(line -> line.startsWith("| ") && !line.contains("| Shown by |"))
                .toList();

        assertThat(rows).hasSizeGreaterThan(20).allSatisfy(row -> {
            List<String> cells =
                    CELLS.splitAsStream(row).skip(1).map(String::strip).toList();
            assertThat(cells).hasSizeBetween(3, 4).doesNotContain("");
            assertThat(cells.getLast().split(", ")).allMatch(METHOD.asMatchPredicate());
        });
    }
}
