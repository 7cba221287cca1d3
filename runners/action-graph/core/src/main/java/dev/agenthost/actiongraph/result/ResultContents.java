package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.result.ResultPresentation.Excerpt;
import dev.agenthost.actiongraph.result.ResultPresentation.Full;
import dev.agenthost.actiongraph.result.ResultPresentation.OmissionReason;
import dev.agenthost.actiongraph.result.ResultPresentation.Omitted;
import dev.agenthost.actiongraph.result.ResultPresentation.Reference;
import dev.agenthost.actiongraph.result.ResultPresentation.Structured;
import dev.agenthost.actiongraph.result.ResultPresentation.Summary;
import org.jspecify.annotations.Nullable;

/** The contents that one result can be shown with, each within the same number of tokens. */
final class ResultContents {
    /** Most tokens of a summary, whatever the policy permits. */
    static final int MAX_SUMMARY_TOKENS = 500;

    private final ActionResult result;
    private final ResultPolicy policy;
    private final TextLimiter limiter;
    private final int most;
    private final ResultGranularity finest;
    private final @Nullable TruncatedOutput truncated;

    ResultContents(ActionResult result, ResultPolicy policy, TextLimiter limiter, int most, ResultGranularity finest) {
        this.finest = finest;
        this.result = result;
        this.policy = policy;
        this.limiter = limiter;
        this.most = most;
        this.truncated = TruncatedOutput.of(result.output()).orElse(null);
    }

    ResultPresentation summary() {
        if (result.failure() != null
                && result.output().equals(ActionOutput.NONE)
                && SummaryText.byExecutor(result.summaries()) == null) {
            return new Omitted(OmissionReason.NO_OUTPUT);
        }
        String text = summaryText();
        return text.isEmpty() ? new Omitted(OmissionReason.BUDGET) : new Summary(text);
    }

    private String summaryText() {
        if (truncated != null && SummaryText.of(result, finest).equals(truncated.whole())) {
            return truncated.within(limiter, Math.min(most, MAX_SUMMARY_TOKENS));
        }
        return limiter.beginning(SummaryText.of(result, finest), Math.min(most, MAX_SUMMARY_TOKENS));
    }

    /** The summary beside the reference; the summary alone if the output is not stored. */
    ResultPresentation reference() {
        return result.output().reference() == null ? summary() : new Reference(summaryText());
    }

    /** The part of exactly that layer, or a coarser one if the result has no such part. */
    ResultPresentation part(ResultGranularity layer) {
        JsonNode value = result.output().value();
        return switch (layer) {
            case SUMMARY -> summary();
            case STRUCTURED -> structured();
            case EXCERPT -> value == null ? replacement() : excerpt(value);
            case FULL -> value == null ? replacement() : full(value);
        };
    }

    /** The finest permitted part that fits: the whole output, its most wanted members, and then the replacement of the policy. */
    ResultPresentation adaptive() {
        JsonNode value = result.output().value();
        if (finest == ResultGranularity.FULL && value != null && limiter.fits(text(value), most)) {
            return new Full(text(value));
        }
        String wanted = finest == ResultGranularity.SUMMARY ? "" : wanted();
        return wanted.isEmpty() ? replacement() : new Structured(wanted);
    }

    private String text(JsonNode value) {
        return truncated == null ? PrettyJson.of(value) : truncated.whole();
    }

    private ResultPresentation full(JsonNode value) {
        String text = text(value);
        return limiter.fits(text, most) ? new Full(text) : replacement();
    }

    private ResultPresentation structured() {
        JsonNode fields = fields();
        if (fields == null) {
            return summary();
        }
        String text = PrettyJson.pretty(fields);
        String shown = limiter.fits(text, most) ? text : wanted();
        return shown.isEmpty() ? replacement() : new Structured(shown);
    }

    private ResultPresentation excerpt(JsonNode value) {
        String wanted = wanted();
        return wanted.isEmpty() ? beginning(value) : new Excerpt(wanted);
    }

    private ResultPresentation beginning(JsonNode value) {
        String text =
                truncated == null ? limiter.beginning(PrettyJson.of(value), most) : truncated.within(limiter, most);
        return text.isEmpty() ? new Omitted(OmissionReason.BUDGET) : new Excerpt(text);
    }

    /** The fields of a result: its output if that is an object or a list, else the structured summary of the executor. */
    private @Nullable JsonNode fields() {
        JsonNode value = result.output().value();
        return value != null && value.isContainerNode() && truncated == null
                ? value
                : result.summaries().executorFields();
    }

    /** The members that the policy names, the first ones first, as far as they fit; empty if there is none. */
    private String wanted() {
        ObjectNode chosen = JsonNodeFactory.instance.objectNode();
        JsonNode fields = fields();
        if (fields == null) {
            return "";
        }
        for (String name : policy.priority()) {
            JsonNode member = fields.get(name);
            if (member == null) {
                continue;
            }
            ObjectNode longer = chosen.deepCopy();
            longer.set(name, member);
            if (limiter.fits(PrettyJson.pretty(longer), most)) {
                chosen = longer;
            }
        }
        return chosen.isEmpty() ? "" : PrettyJson.pretty(chosen);
    }

    /** The replacement of a part that does not fit. A beginning of the output is an excerpt, and needs that layer. */
    private ResultPresentation replacement() {
        JsonNode value = result.output().value();
        return switch (policy.ifTruncated()) {
            case PROVIDE_REF_AND_SUMMARY -> reference();
            case PROVIDE_REF -> result.output().reference() == null ? summary() : new Reference("");
            case PROVIDE_SUMMARY -> summary();
            case TRUNCATE ->
                value != null && finest.compareTo(ResultGranularity.EXCERPT) >= 0 ? beginning(value) : summary();
        };
    }
}
