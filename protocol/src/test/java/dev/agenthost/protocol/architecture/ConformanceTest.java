package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each test that the tables of conformance and of refusals name exists, and that each claim has its fault and its methods. */
class ConformanceTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern NAMED = Pattern.compile("`(?:([A-Z]\\w*Test)|([A-Z]\\w*)\\.([a-z]\\w*))`");
    /** A test as the last column of a row names it: class and method. */
    private static final Pattern METHOD = Pattern.compile("`[A-Z]\\w*\\.[a-z]\\w*`");

    private static final Path CONFORMANCE = PROJECT.resolve("docs/protocol-v1-conformance.md");
    /** Columns of a row: section, claim, fault, tests; what goes beyond the specification has no section. */
    private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");

    @ParameterizedTest
    @ValueSource(strings = {"docs/protocol-v1-conformance.md", "docs/refusals.md"})
    void everyTestThatATableNamesExists(String document) throws IOException {
        List<MatchResult> named = NAMED.matcher(Files.readString(PROJECT.resolve(document)))
                .results()
                .toList();
        Map<String, List<Path>> tests = tests();

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

    /** The test classes of all modules by simple name, which two modules may share. */
    private static Map<String, List<Path>> tests() throws IOException {
        Map<String, List<Path>> tests = new HashMap<>();
        Files.walkFileTree(PROJECT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return name.equals("target") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(".java") && file.toString().contains("/src/test/java/")) {
                    tests.computeIfAbsent(name.substring(0, name.length() - ".java".length()), key -> new ArrayList<>())
                            .add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return tests;
    }
}
