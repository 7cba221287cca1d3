package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import org.jspecify.annotations.Nullable;

/**
 * The summary of a result as one text. The first layer that has words is taken: the summarizer, the last words of the executor, its
 * structured fields, and then the summary of the runtime, which always exists.
 */
public final class SummaryText {
    /** The most characters of an excerpt. */
    static final int MAX_EXCERPT = 4_000;

    private SummaryText() {}

    /** The summary of a result; it has at most the detail of the executor's own summary. */
    public static String of(ActionResult result) {
        String declared = byExecutor(result.summaries());
        return declared == null ? mechanical(result) : declared;
    }

    /**
     * The summary of a result for a reader who may read it down to that granularity: without a summary of summarizer or executor, the
     * output itself where excerpts are permitted, because it says more than its size. It is not shortened.
     */
    public static String of(ActionResult result, ResultGranularity finest) {
        JsonNode value = result.output().value();
        return value != null
                        && byExecutor(result.summaries()) == null
                        && finest.compareTo(ResultGranularity.EXCERPT) >= 0
                ? TruncatedOutput.of(result.output())
                        .map(TruncatedOutput::whole)
                        .orElseGet(() -> PrettyJson.of(value))
                : of(result);
    }

    /** The summary as the value of a reference to it: at most {@value #MAX_EXCERPT} characters. */
    public static String excerpt(ActionResult result) {
        return excerpt(result, ResultGranularity.FULL);
    }

    /** The summary for a reader who may read the result down to that granularity: at most {@value #MAX_EXCERPT} characters. */
    public static String excerpt(ActionResult result, ResultGranularity finest) {
        String text = of(result, finest);
        return TruncatedOutput.of(result.output())
                .filter(truncated -> text.equals(truncated.whole()))
                .map(truncated -> truncated.within(MAX_EXCERPT))
                .orElseGet(() -> TextLimiter.characters(text, MAX_EXCERPT));
    }

    /** The summary of the summarizer or the executor; null if there is none. */
    public static @Nullable String byExecutor(ResultSummaries summaries) {
        if (summaries.summarizer() != null) {
            return summaries.summarizer();
        }
        if (summaries.finalOutput() != null) {
            return summaries.finalOutput();
        }
        return summaries.executorFields() == null ? null : PrettyJson.pretty(summaries.executorFields());
    }

    /** The summary of the runtime: shape and size of the output. It quotes nothing of it but names of members. */
    static String mechanical(ActionResult result) {
        ActionOutput output = result.output();
        JsonNode value = output.value();
        if (value == null) {
            return output.reference() == null ? "No output." : "Output; bytes: " + output.bytes() + ".";
        }
        return switch (value.getNodeType()) {
            case STRING -> "Text; lines: " + value.textValue().lines().count() + "; bytes: " + output.bytes() + ".";
            case ARRAY -> "List; elements: " + value.size() + "; bytes: " + output.bytes() + ".";
            case OBJECT -> "Object; members: " + value.size() + "; bytes: " + output.bytes() + ".";
            default -> value.toString();
        };
    }
}
