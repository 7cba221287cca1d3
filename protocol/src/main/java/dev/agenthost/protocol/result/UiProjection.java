package dev.agenthost.protocol.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A graph of actions as a user interface shows it: the payload of {@code action.requested} with action {@value #ACTION} (spec 001,
 * {@code ui_projection}). Each projection of a graph replaces the one before it. The fields are stable.
 *
 * @param runId id of the run of the graph, at most 255 characters; equal in every run of the host that continues the graph
 * @param title short label, at most 1,000 characters
 * @param note the note that is shown before and during the execution, at most 10,000 characters; null if there is none
 * @param status status
 * @param progress numbers of actions
 * @param actions in the order of the declaration, at most {@value #MAX_ACTIONS}
 * @param detailsRef reference to declaration and results, at most 1,000 characters
 * @param usage what the request of the graph has used so far; null if it is not counted
 */
public record UiProjection(
        String runId,
        String title,
        @Nullable String note,
        UiStatus status,
        Progress progress,
        List<UiAction> actions,
        @Nullable String detailsRef,
        @Nullable Usage usage) {
    /** The action of the result that contains a projection. */
    public static final String ACTION = "ui.projection";

    public static final int MAX_ACTIONS = 256;

    /** Largest projection as JSON, in bytes. */
    public static final int MAX_BYTES = 128 * 1024;

    /**
     * Numbers of actions. An earlier version counted skipped and cancelled actions as ended, and has no numbers of them.
     *
     * @param ended actions that completed or failed
     * @param total all actions
     * @param skipped actions that the graph does without; absent on the wire: 0
     * @param canceled actions that were stopped, or did not run because the graph was; absent on the wire: 0
     */
    public record Progress(
            int ended,
            int total,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int skipped,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int canceled) {
        public Progress {
            Fields.within(total, 0, MAX_ACTIONS, "total");
            Fields.within(ended, 0, total, "ended");
            Fields.within(skipped, 0, total - ended, "skipped");
            Fields.within(canceled, 0, total - ended - skipped, "canceled");
        }

        /** The numbers of a graph of which nothing is skipped or cancelled. */
        public Progress(int ended, int total) {
            this(ended, total, 0, 0);
        }
    }

    /**
     * The cost of a request, over all runs of the host that continue one another.
     *
     * @param tokens tokens of model calls, those of delegated runs included
     * @param modelCalls requests to models, those of delegated runs included
     * @param elapsedMs time since the request began, waits included, in milliseconds
     * @param cost cost of the attempts of actions, in the operator's unit, with at most {@value #COST_DIGITS} digits before and after the
     *     point; null if it is 0 or not counted
     */
    public record Usage(
            long tokens,
            long modelCalls,
            long elapsedMs,
            @Nullable BigDecimal cost) {
        private static final int COST_DIGITS = 18;

        public Usage {
            if (tokens < 0 || modelCalls < 0 || elapsedMs < 0 || cost != null && cost.signum() < 0) {
                throw new InvalidFieldException("usage", "must not have negative numbers");
            }
            if (cost != null) {
                if (cost.precision() - cost.scale() > COST_DIGITS || cost.scale() > COST_DIGITS) {
                    throw new InvalidFieldException(
                            "usage", "must have a cost of at most 18 digits before and after the point");
                }
                cost = cost.signum() == 0 ? null : plain(cost);
            }
        }

        /** A usage without a cost. */
        public Usage(long tokens, long modelCalls, long elapsedMs) {
            this(tokens, modelCalls, elapsedMs, null);
        }

        /** The number without zeros at its end and without an exponent. */
        private static BigDecimal plain(BigDecimal cost) {
            BigDecimal stripped = cost.stripTrailingZeros();
            return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
        }
    }

    /** A projection without its usage. */
    public UiProjection(
            String runId,
            String title,
            @Nullable String note,
            UiStatus status,
            Progress progress,
            List<UiAction> actions,
            @Nullable String detailsRef) {
        this(runId, title, note, status, progress, actions, detailsRef, null);
    }

    /** The same projection with another usage. */
    public UiProjection with(@Nullable Usage used) {
        return new UiProjection(runId, title, note, status, progress, actions, detailsRef, used);
    }

    public UiProjection {
        Fields.text(runId, 255, "run_id");
        Fields.text(title, 1000, "title");
        UiAction.optional(note, 10_000, "note");
        Fields.required(status, "status");
        Fields.required(progress, "progress");
        actions = Fields.list(actions, MAX_ACTIONS, "actions");
        UiAction.optional(detailsRef, 1000, "details_ref");
        InteractionRequest.distinct(actions.stream().map(UiAction::id), "actions");
        Set<String> ids = actions.stream().map(UiAction::id).collect(Collectors.toSet());
        if (!actions.stream().allMatch(action -> ids.containsAll(action.dependsOn()))) {
            throw new InvalidFieldException("depends_on", "must name actions of the projection");
        }
    }

    /** Reads the payload of a result. The error names the field. */
    public static UiProjection read(@Nullable JsonNode payload) throws UndecodableException {
        if (payload == null) {
            throw new UndecodableException("payload", "is missing");
        }
        return ProtocolCodec.decode(payload, UiProjection.class);
    }
}
