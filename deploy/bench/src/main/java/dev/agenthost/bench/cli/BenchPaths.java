package dev.agenthost.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The paths that the benchmarks read and write.
 *
 * @param project the directory with {@code ./agenthost} in it
 */
record BenchPaths(Path project) {
    static BenchPaths here() {
        return new BenchPaths(Path.of(System.getProperty("agenthost.project", "."))
                .toAbsolutePath()
                .normalize());
    }

    Path results() {
        return project.resolve("deploy/bench/target/results");
    }

    /** Flight recordings of the last profile. */
    Path recordings() {
        return project.resolve("deploy/bench/target/recordings");
    }

    Path document() {
        return project.resolve("docs/benchmarks.md");
    }

    /** Creates an empty home directory for a box. */
    Path freshHome(String name) throws IOException {
        var home = project.resolve("deploy/bench/target").resolve(name);
        if (Files.exists(home)) {
            try (var all = Files.walk(home)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
        return Files.createDirectories(home);
    }
}
