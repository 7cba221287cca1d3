package dev.agenthost.platform.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dashboard asks for nothing that the table of metrics does not know. */
class MetricsDocumentationTest {
    private static final Pattern ASKED = Pattern.compile("agenthost_[a-z]+_([a-z_]+)");
    private static final Pattern DOCUMENTED = Pattern.compile("`([a-z_]+)`");

    @Test
    void everyMetricOfTheDashboardIsDocumented() throws IOException {
        String table = Files.readString(Path.of("../../docs/operations.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|")[1])
                .collect(Collectors.joining());
        Set<String> documented =
                DOCUMENTED.matcher(table).results().map(one -> one.group(1)).collect(Collectors.toSet());
        Set<String> asked = ASKED.matcher(Files.readString(Path.of("../../deploy/dashboards/agenthost.json")))
                .results()
                .map(one -> one.group(1).replaceFirst("_seconds_(bucket|count|sum)$", "_seconds"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(asked).isNotEmpty();
        assertThat(documented).containsAll(asked);
    }
}
