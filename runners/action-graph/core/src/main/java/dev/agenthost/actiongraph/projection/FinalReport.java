package dev.agenthost.actiongraph.projection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.declaration.FinalReportSpec;
import dev.agenthost.actiongraph.declaration.FinalReportSpec.Section;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.result.PrettyJson;
import dev.agenthost.actiongraph.result.TextLimiter;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Renders a final report as Markdown, without a model. */
public final class FinalReport {
    /** The text of a reference whose value does not exist, or may not be shown. */
    static final String NO_VALUE = "No result.";

    private static final String FENCE = "```";
    /** Tokens for the fence and the blank lines around one material. */
    private static final int FRAME_TOKENS = 8;

    private final TokenEstimator tokens;

    public FinalReport(TokenEstimator tokens) {
        this.tokens = tokens;
    }

    /**
     * Renders a report. Each material has an equal share of the tokens that are left.
     *
     * @param values the value of a reference that the user may read; empty if there is none
     * @param maxTokens most tokens of the report; the specification of the report can only lower it. Empty if not even the headings fit
     */
    public Optional<String> render(
            FinalReportSpec spec, Function<Reference, Optional<JsonNode>> values, int maxTokens) {
        int most = spec.maxTokens() == null ? maxTokens : Math.min(spec.maxTokens(), maxTokens);
        int materials = spec.sections().stream()
                .mapToInt(section -> section.refs().size())
                .sum();
        int share = Math.max(0, most - tokens.tokens(write(spec, reference -> ""))) / Math.max(1, materials);
        TextLimiter limiter = new TextLimiter(tokens);
        String report =
                write(spec, reference -> material(values.apply(reference).orElse(null), limiter, share));
        return tokens.tokens(report) <= most ? Optional.of(report) : Optional.empty();
    }

    private static String write(FinalReportSpec spec, Function<Reference, String> material) {
        List<String> blocks = new ArrayList<>();
        if (spec.title() != null) {
            blocks.add("# " + VisibleText.label(spec.title()));
        }
        for (Section section : spec.sections()) {
            blocks.add("## " + VisibleText.label(section.title()));
            if (section.description() != null) {
                blocks.add(VisibleText.of(section.description()));
            }
            section.refs().stream()
                    .map(material)
                    .filter(text -> !text.isEmpty())
                    .forEach(blocks::add);
        }
        return String.join("\n\n", blocks) + "\n";
    }

    private static String material(@Nullable JsonNode value, TextLimiter limiter, int share) {
        int most = Math.max(0, share - FRAME_TOKENS);
        if (value == null) {
            return limiter.beginning(NO_VALUE, most);
        }
        String json = PrettyJson.of(value);
        boolean isJson = value.isContainerNode() || isContainer(json);
        String text = limiter.beginning((isJson ? json : VisibleText.of(json)).strip(), most);
        if (isJson) {
            return text.isEmpty() ? "" : "```json\n" + text + "\n" + FENCE;
        }
        boolean endsInFence =
                text.lines().filter(line -> line.startsWith(FENCE)).count() % 2 != 0;
        return endsInFence ? text + "\n" + FENCE : text;
    }

    /** Returns true for the text of an object or array, such as the summary of a structured output. */
    private static boolean isContainer(String text) {
        String stripped = text.strip();
        if (!stripped.startsWith("{") && !stripped.startsWith("[")) {
            return false;
        }
        try {
            return ProtocolCodec.readTree(stripped).isContainerNode();
        } catch (UndecodableException ordinaryText) {
            return false;
        }
    }
}
