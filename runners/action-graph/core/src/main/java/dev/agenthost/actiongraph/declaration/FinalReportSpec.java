package dev.agenthost.actiongraph.declaration;

import dev.agenthost.actiongraph.reference.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The structure of a final report ({@code final_report_spec}).
 *
 * @param title heading of the report; null if it has none
 * @param sections in their order, at least one
 * @param maxTokens most tokens of the report; null leaves it to the runtime
 */
public record FinalReportSpec(
        @Nullable String title,
        List<Section> sections,
        @Nullable Integer maxTokens) implements Payload {
    public static final int MAX_SECTIONS = 32;
    public static final int MAX_TOKENS = 200_000;
    public static final int MAX_REFS = 32;

    /**
     * One section of a report.
     *
     * @param title heading of the section
     * @param description the content that the section should have; null if the references say it all
     * @param refs the material
     */
    public record Section(String title, @Nullable String description, List<Reference> refs) {
        public Section {
            refs = List.copyOf(refs);
        }
    }

    public FinalReportSpec {
        sections = List.copyOf(sections);
    }

    @Override
    public PayloadType type() {
        return PayloadType.FINAL_REPORT_SPEC;
    }
}
