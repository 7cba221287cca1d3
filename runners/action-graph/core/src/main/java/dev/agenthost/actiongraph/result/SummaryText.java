package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The summary of a result as one text. The first layer that has words is taken: the summarizer, the last words of the executor, its
 * structured fields, and then the summary of the runtime, which always exists.
 */
public final class SummaryText {
    private SummaryText() {}

    /** The summary of a result; it has at most the detail of the executor's own summary. */
    public static String of(ActionResult result) {
        String declared = byExecutor(result.summaries());
        return declared == null ? mechanical(result) : declared;
    }

    /**
     * The summary of a result for readers who may read its output: where summarizer and executor gave none, the beginning of the output,
     * which says more than its size.
     *
     * @param most characters of the output
     */
    public static String ofReadable(ActionResult result, int most) {
        JsonNode value = result.output().value();
        return value == null || byExecutor(result.summaries()) != null
                ? of(result)
                : TextLimiter.characters(PrettyJson.of(value), most);
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
