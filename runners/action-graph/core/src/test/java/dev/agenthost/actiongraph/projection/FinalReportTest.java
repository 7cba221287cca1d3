package dev.agenthost.actiongraph.projection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.declaration.FinalReportSpec;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FinalReportTest {
    private static final Reference TEXT = new Reference.StoredArtifact("text");
    private static final Reference JSON = new Reference.StoredArtifact("json");
    private static final FinalReportSpec SPEC = new FinalReportSpec(
            "Toolbar review",
            List.of(
                    new FinalReportSpec.Section("Findings", "With severity.", List.of(TEXT, JSON)),
                    new FinalReportSpec.Section("Open", null, List.of(new Reference.StoredArtifact("absent")))),
            null);

    private final FinalReport reports = new FinalReport(TokenEstimator.BYTES);

    @Test
    void aReportHasItsSectionsInOrder() {
        assertThat(render(SPEC, "Two findings.", 1_000)).contains("""
                        # Toolbar review

                        ## Findings

                        With severity.

                        Two findings.

                        ```json
                        {
                          "n": 1
                        }
                        ```

                        ## Open

                        No result.
                        """);
    }

    @Test
    void aSummaryThatIsJsonIsCode() {
        FinalReportSpec spec =
                new FinalReportSpec(null, List.of(new FinalReportSpec.Section("Log", null, List.of(TEXT))), 200);

        assertThat(render(spec, "{\n  \"n\": 1\n}", 1_000)).contains("## Log\n\n```json\n{\n  \"n\": 1\n}\n```\n");
        assertThat(render(spec, "[a link](https://a.example)", 1_000))
                .contains("## Log\n\n[a link](https://a.example)\n");
    }

    @Test
    void aCutMaterialClosesItsFence() {
        FinalReportSpec spec =
                new FinalReportSpec(null, List.of(new FinalReportSpec.Section("Log", null, List.of(TEXT))), 60);

        assertThat(render(spec, "```\n" + "line\n".repeat(200) + "```", 1_000).orElseThrow())
                .endsWith("more characters]\n```\n");
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void aReportNeverExceedsItsTokens(@ForAll @IntRange(max = 200) int most, @ForAll @IntRange(max = 400) int length) {
        Optional<String> report = render(SPEC, "`数".repeat(length), most);

        report.ifPresent(text -> assertThat(TokenEstimator.BYTES.tokens(text)).isLessThanOrEqualTo(most));
        assertThat(report.isPresent() || most < 25).isTrue();
    }

    private Optional<String> render(FinalReportSpec spec, String text, int most) {
        Map<Reference, JsonNode> values = Map.of(TEXT, ActionResults.text(text), JSON, ActionResults.json("{'n':1}"));
        return reports.render(spec, reference -> Optional.ofNullable(values.get(reference)), most);
    }
}
