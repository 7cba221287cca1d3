package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.ErrorRedactor;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Invokes models: reads the current model and its secret, calls its provider, and retries as {@link ProviderRetryPolicy} decides. A
 * failed invocation fails with {@link ModelFailure}, or with {@code InvalidFieldException} if an argument of the caller is invalid.
 */
public final class ModelInvoker {
    private final VersionedRepository<Model> catalogue;
    private final ModelProvider provider;
    private final Secrets secrets;
    private final TokenCounter tokens;

    public ModelInvoker(
            VersionedRepository<Model> catalogue, ModelProvider provider, Secrets secrets, TokenCounter tokens) {
        this.catalogue = catalogue;
        this.provider = provider;
        this.secrets = secrets;
        this.tokens = tokens;
    }

    public Uni<ChatAnswer> chat(ModelInvocation invocation) {
        return model(invocation, ModelKind.CHAT)
                .chain(model -> withRetries(
                        invocation,
                        call(invocation, model, ChatRequest.PATH, ChatRequest.of(model, invocation.data(), false)),
                        provider::ask,
                        0))
                .map(answer -> ChatAnswer.read(answer, invocation.removesThoughts())
                        .orElseThrow(() -> failed("The model's response has no choice")));
    }

    /** @param chunks converts the events of the stream; has the usage after the end of the stream */
    public Uni<Multi<JsonNode>> stream(ModelInvocation invocation, ChatChunks chunks) {
        return model(invocation, ModelKind.CHAT).chain(model -> {
            ProviderCall call =
                    call(invocation, model, ChatRequest.PATH, ChatRequest.of(model, invocation.data(), true));
            return withRetries(invocation, call, provider::stream, 0).map(events -> chunkStream(events, chunks, call));
        });
    }

    public Uni<ObjectNode> rerank(ModelInvocation invocation) {
        return model(invocation, ModelKind.RERANK)
                .chain(model -> withRetries(
                        invocation,
                        call(invocation, model, Rerank.PATH, Rerank.request(model, invocation.data())),
                        provider::ask,
                        0))
                .map(answer -> Rerank.read(answer, invocation.data())
                        .orElseThrow(() -> failed("The model's response has no results")));
    }

    /** Counts the tokens of the request that {@link #chat} would send; 0 if it has no message. No provider is called. */
    public Uni<Integer> count(ModelInvocation invocation) {
        return model(invocation, ModelKind.CHAT)
                .chain(model -> ChatRequest.isEmpty(invocation.data())
                        ? Uni.createFrom().item(0)
                        : tokens.count(
                                invocation.workspaceId(),
                                model.model(),
                                ChatRequest.of(model, invocation.data(), false)));
    }

    private Uni<Model> model(ModelInvocation invocation, ModelKind kind) {
        return catalogue.find(invocation.workspaceId(), invocation.modelId()).map(found -> {
            Model model = found.filter(Model::enabled)
                    .orElseThrow(() -> new ModelFailure(AgentApiError.of(
                            FailureCode.NOT_FOUND,
                            "Model " + invocation.modelId() + " does not exist or is disabled")));
            if (model.kind() != kind) {
                throw new ModelFailure(AgentApiError.of(
                        FailureCode.INVALID_ARGUMENT,
                        "Model " + invocation.modelId() + " is of kind "
                                + model.kind().wire() + ", not " + kind.wire()));
            }
            return model;
        });
    }

    private ProviderCall call(ModelInvocation invocation, Model model, String path, ObjectNode body) {
        String reference = model.provider().apiKeyRef();
        String key = reference == null ? null : secrets.of(reference, invocation.workspaceId());
        if (reference != null && key == null) {
            throw new ModelFailure(ProviderErrorMapper.failed(
                    "The secret " + reference + " of model " + invocation.modelId() + " is not configured", false));
        }
        return new ProviderCall(model.provider().endpoint(path), key, body, invocation.limit());
    }

    private <T> Uni<T> withRetries(
            ModelInvocation invocation,
            ProviderCall call,
            Function<ProviderCall, Uni<ProviderResponse<T>>> send,
            int retries) {
        if (!invocation.mayCall().getAsBoolean()) {
            return Uni.createFrom()
                    .failure(new ModelFailure(
                            AgentApiError.of(FailureCode.RUNTIME_ERROR, "the host is catching up, try again")));
        }
        return send.apply(call.within(invocation.within())).chain(answer -> switch (answer) {
            case ProviderResponse.Answered<T> response -> Uni.createFrom().item(response.value());
            case ProviderResponse.Failure<T> failure -> {
                Optional<Duration> pause = ProviderRetryPolicy.pause(
                        failure, retries, invocation.left().get());
                yield pause.isEmpty()
                        ? Uni.createFrom().failure(new ModelFailure(ProviderErrorMapper.of(failure, call.apiKey())))
                        : Uni.createFrom()
                                .voidItem()
                                .onItem()
                                .delayIt()
                                .by(pause.get())
                                .chain(() -> withRetries(invocation, call, send, retries + 1));
            }
        });
    }

    private static Multi<JsonNode> chunkStream(Multi<JsonNode> events, ChatChunks chunks, ProviderCall call) {
        Multi<JsonNode> converted = events.onFailure(BrokenStreamException.class)
                .transform(cause -> new ModelFailure(
                        ProviderErrorMapper.of(((BrokenStreamException) cause).failure(), call.apiKey())))
                .onItem()
                .invoke(event -> {
                    if (event.hasNonNull("error")) {
                        throw failed("The model failed: " + ErrorRedactor.of(event.toString(), call.apiKey()));
                    }
                })
                .onItem()
                .transformToIterable(chunks::next)
                // Some providers close the connection without the final event of the stream.
                .onFailure(cause -> chunks.isFinished())
                .recoverWithCompletion();
        return Multi.createBy()
                .concatenating()
                .streams(converted, Multi.createFrom().deferred(() -> Multi.createFrom()
                        .iterable(chunks.end())));
    }

    private static ModelFailure failed(String message) {
        return new ModelFailure(ProviderErrorMapper.failed(message, true));
    }
}
