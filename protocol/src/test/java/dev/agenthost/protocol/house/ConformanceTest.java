package dev.agenthost.protocol.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of what is kept of the specification, and of what is refused, name tests; each of them exists. */
class ConformanceTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)`");

    @ParameterizedTest
    @ValueSource(strings = {"docs/protocol-v1-conformance.md", "docs/refusals.md"})
    void everyTestThatATableNamesExists(String document) throws IOException {
        String table = Files.readString(PROJECT.resolve(document));
        Set<String> named = NAMED.matcher(table)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toSet());

        assertThat(named).hasSizeGreaterThan(20);
        assertThat(tests()).containsAll(named);
    }

    private static Set<String> tests() throws IOException {
        Set<String> tests = new HashSet<>();
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
                if (name.endsWith("Test.java")) {
                    tests.add(name.substring(0, name.length() - ".java".length()));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return tests;
    }
}
