package dev.agenthost.orchestrator.hostapi.outbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunScopedCall;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.model.ChatChunks;
import dev.agenthost.orchestrator.model.ModelFailure;
import dev.agenthost.orchestrator.model.ModelInvocation;
import dev.agenthost.orchestrator.model.ModelInvoker;
import dev.agenthost.orchestrator.model.ModelMeter;
import dev.agenthost.orchestrator.model.Usage;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.hostapi.AgentApiError;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Serves {@code invoke_llm}, {@code invoke_llm_stream}, {@code invoke_rerank} (spec 000 §8) and {@code count_tokens} of granted models,
 * each for its granted operations. A provider is called only under this replica's lease, and no longer than the run is open.
 */
public final class ModelCalls {
    private static final Duration USUAL = Duration.ofSeconds(120);
    private static final Duration OF_A_RERANK = Duration.ofSeconds(60);

    private final ModelInvoker models;
    private final ModelMeter meter;
    private final LongSupplier nanos;

    public ModelCalls(ModelInvoker models, ModelMeter meter, LongSupplier nanos) {
        this.models = models;
        this.meter = meter;
        this.nanos = nanos;
    }

    /** The model that a call names, for the audit; empty where it names none. */
    public static String named(JsonNode data) {
        for (String field : new String[] {"llm_model_uuid", "rerank_model_uuid", "model_id", "rerank_model_id"}) {
            if (data.path(field).isTextual()) {
                return data.path(field).textValue();
            }
        }
        return "";
    }

    /** Returns true if the action invokes a model and the grant permits this operation on it. */
    public static boolean isGranted(HostAction action, RunSession session, JsonNode data) {
        return switch (action) {
            case INVOKE_LLM, INVOKE_LLM_STREAM, INVOKE_RERANK ->
                Grant.check(session.grant(), new AccessRequest.Model(named(data), operation(action)))
                        instanceof AccessDecision.Allowed;
            default -> false;
        };
    }

    /** @param open true while this replica owns the run and the run is open */
    public Uni<HostCallResponse> call(HostAction action, RunSession session, JsonNode data, BooleanSupplier open) {
        String model = named(data);
        if (model.isBlank()) {
            return Uni.createFrom()
                    .item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "the model is not named"));
        }
        if (Grant.check(session.grant(), new AccessRequest.Model(model, operation(action)))
                instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        ModelInvocation asking = new ModelInvocation(
                session.workspaceId(),
                model,
                data,
                data.hasNonNull("remove_think")
                        ? data.path("remove_think").asBoolean(false)
                        : session.leavesOutThoughts(),
                limit(data, action == HostAction.INVOKE_RERANK ? OF_A_RERANK : USUAL),
                () -> session.left(nanos.getAsLong()),
                open);
        Uni<HostCallResponse> answer =
                switch (action) {
                    case INVOKE_LLM ->
                        models.chat(asking).map(said -> {
                            meter.called(action.wire(), "served", said.usage());
                            return new HostCallResponse.Served(
                                    said.data(), said.usage().summary());
                        });
                    case INVOKE_LLM_STREAM -> stream(asking);
                    case INVOKE_RERANK ->
                        models.rerank(asking).map(results -> {
                            meter.called(action.wire(), "served", Usage.UNKNOWN);
                            return new HostCallResponse.Served(results, Usage.UNKNOWN.summary());
                        });
                    case COUNT_TOKENS ->
                        models.count(asking).map(tokens -> {
                            meter.called(action.wire(), "served", Usage.UNKNOWN);
                            return new HostCallResponse.Served(
                                    JsonNodeFactory.instance.objectNode().put("tokens", tokens),
                                    Usage.UNKNOWN.summary());
                        });
                    default -> throw new IllegalStateException(action.wire() + " is no call of a model");
                };
        return RunScopedCall.of(session, answer)
                .onFailure(why -> why instanceof ModelFailure || why instanceof InvalidFieldException)
                .recoverWithItem(why -> {
                    AgentApiError error = error(why);
                    meter.called(action.wire(), error.code(), Usage.UNKNOWN);
                    return new HostCallResponse.Refused(error, why instanceof ModelFailure);
                });
    }

    private Uni<HostCallResponse> stream(ModelInvocation asking) {
        String action = HostAction.INVOKE_LLM_STREAM.wire();
        ChatChunks chunks = new ChatChunks(asking.removesThoughts());
        return models.stream(asking, chunks).map(pieces -> {
            Multi<JsonNode> counted = pieces.onCompletion()
                    .invoke(() -> meter.called(action, "served", chunks.usage()))
                    .onFailure()
                    .invoke(why -> meter.called(action, error(why).code(), chunks.usage()))
                    .onCancellation()
                    .invoke(() -> meter.called(action, "cancelled", chunks.usage()));
            return new HostCallResponse.Streamed(counted, () -> chunks.usage().summary());
        });
    }

    /** Converts a failure of a call, or of a stream that had begun, to the runner's error. */
    public static AgentApiError error(Throwable why) {
        if (why instanceof ModelFailure failure) {
            return failure.error();
        }
        return why instanceof InvalidFieldException invalid
                ? AgentApiError.of(FailureCode.INVALID_ARGUMENT, invalid.field() + " " + invalid.why())
                : AgentApiError.of(FailureCode.RUNTIME_ERROR, "the host could not do this now");
    }

    public static String operation(HostAction action) {
        return switch (action) {
            case INVOKE_LLM_STREAM -> "stream";
            case INVOKE_RERANK -> "rerank";
            case COUNT_TOKENS -> "count_tokens";
            default -> "invoke";
        };
    }

    /** Returns the time limit of a call; LangBot's SDK sends its own, in seconds. */
    private static Duration limit(JsonNode data, Duration usual) {
        double seconds = data.path("timeout").asDouble(0);
        return seconds > 0 && seconds < 3_600 ? Duration.ofMillis((long) (seconds * 1_000) + 1) : usual;
    }
}
