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
 * each for its granted operations. A provider is called only while this replica has its lease and the run is open.
 */
public final class ModelCalls {
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(120);
    private static final Duration RERANK_LIMIT = Duration.ofSeconds(60);

    private final ModelInvoker models;
    private final ModelMeter meter;
    private final LongSupplier nanos;

    public ModelCalls(ModelInvoker models, ModelMeter meter, LongSupplier nanos) {
        this.models = models;
        this.meter = meter;
        this.nanos = nanos;
    }

    /** Returns the model that a call names; empty if it names none. */
    public static String modelId(JsonNode data) {
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
                Grant.check(session.grant(), new AccessRequest.Model(modelId(data), operation(action)))
                        instanceof AccessDecision.Allowed;
            default -> false;
        };
    }

    /** @param open true while this replica owns the run and the run is open */
    public Uni<HostCallResponse> call(HostAction action, RunSession session, JsonNode data, BooleanSupplier open) {
        String model = modelId(data);
        if (model.isBlank()) {
            return Uni.createFrom()
                    .item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "the id of the model is missing"));
        }
        if (Grant.check(session.grant(), new AccessRequest.Model(model, operation(action)))
                instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        ModelInvocation invocation = new ModelInvocation(
                session.workspaceId(),
                model,
                data,
                data.hasNonNull("remove_think")
                        ? data.path("remove_think").asBoolean(false)
                        : session.leavesOutThoughts(),
                limit(data, action == HostAction.INVOKE_RERANK ? RERANK_LIMIT : DEFAULT_LIMIT),
                () -> session.left(nanos.getAsLong()),
                open);
        Uni<HostCallResponse> answer =
                switch (action) {
                    case INVOKE_LLM ->
                        models.chat(invocation).map(chat -> {
                            meter.called(action.wire(), "served", chat.usage());
                            return new HostCallResponse.Served(
                                    chat.data(), chat.usage().summary());
                        });
                    case INVOKE_LLM_STREAM -> stream(invocation);
                    case INVOKE_RERANK ->
                        models.rerank(invocation).map(results -> {
                            meter.called(action.wire(), "served", Usage.UNKNOWN);
                            return new HostCallResponse.Served(results, Usage.UNKNOWN.summary());
                        });
                    case COUNT_TOKENS ->
                        models.count(invocation).map(tokens -> {
                            meter.called(action.wire(), "served", Usage.UNKNOWN);
                            return new HostCallResponse.Served(
                                    JsonNodeFactory.instance.objectNode().put("tokens", tokens),
                                    Usage.UNKNOWN.summary());
                        });
                    default -> throw new IllegalStateException(action.wire() + " is no call of a model");
                };
        return RunScopedCall.of(session, answer)
                .onFailure(failure -> failure instanceof ModelFailure || failure instanceof InvalidFieldException)
                .recoverWithItem(failure -> {
                    AgentApiError error = error(failure);
                    meter.called(action.wire(), error.code(), Usage.UNKNOWN);
                    return new HostCallResponse.Refused(error, failure instanceof ModelFailure);
                });
    }

    private Uni<HostCallResponse> stream(ModelInvocation invocation) {
        String action = HostAction.INVOKE_LLM_STREAM.wire();
        ChatChunks chunks = new ChatChunks(invocation.removesThoughts());
        return models.stream(invocation, chunks).map(chunkStream -> {
            Multi<JsonNode> counted = chunkStream
                    .onCompletion()
                    .invoke(() -> meter.called(action, "served", chunks.usage()))
                    .onFailure()
                    .invoke(failure -> meter.called(action, error(failure).code(), chunks.usage()))
                    .onCancellation()
                    .invoke(() -> meter.called(action, "cancelled", chunks.usage()));
            return new HostCallResponse.Streamed(counted, () -> chunks.usage().summary());
        });
    }

    /** Converts a failure of a call, or of a stream that had begun, to the runner's error. */
    public static AgentApiError error(Throwable cause) {
        if (cause instanceof ModelFailure failure) {
            return failure.error();
        }
        return cause instanceof InvalidFieldException invalid
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
    private static Duration limit(JsonNode data, Duration defaultLimit) {
        double seconds = data.path("timeout").asDouble(0);
        return seconds > 0 && seconds < 3_600 ? Duration.ofMillis((long) (seconds * 1_000) + 1) : defaultLimit;
    }
}
