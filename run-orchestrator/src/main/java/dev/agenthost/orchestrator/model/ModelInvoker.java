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
 * Asks models: finds the model as it is now, names its secret, asks its provider, and again where {@link ProviderRetryPolicy} says so. What it
 * cannot answer fails with {@link ModelFailure}, or with {@code InvalidFieldException} where the caller's arguments are none.
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

    public Uni<ChatAnswer> chat(ModelInvocation asking) {
        return model(asking, ModelKind.CHAT)
                .chain(model -> patiently(
                        asking,
                        call(asking, model, ChatRequest.PATH, ChatRequest.of(model, asking.data(), false)),
                        provider::ask,
                        0))
                .map(answer -> ChatAnswer.read(answer, asking.removesThoughts())
                        .orElseThrow(() -> no("The model's answer holds no choice")));
    }

    /** @param chunks the source of the pieces, which knows their cost afterwards */
    public Uni<Multi<JsonNode>> stream(ModelInvocation asking, ChatChunks chunks) {
        return model(asking, ModelKind.CHAT).chain(model -> {
            ProviderCall call = call(asking, model, ChatRequest.PATH, ChatRequest.of(model, asking.data(), true));
            return patiently(asking, call, provider::stream, 0).map(events -> pieces(events, chunks, call));
        });
    }

    public Uni<ObjectNode> rerank(ModelInvocation asking) {
        return model(asking, ModelKind.RERANK)
                .chain(model -> patiently(
                        asking,
                        call(asking, model, Rerank.PATH, Rerank.request(model, asking.data())),
                        provider::ask,
                        0))
                .map(answer -> Rerank.read(answer, asking.data())
                        .orElseThrow(() -> no("The model's answer holds no results")));
    }

    /** Of the request that {@link #chat} would send, 0 where it has no message yet; no provider is called. */
    public Uni<Integer> count(ModelInvocation asking) {
        return model(asking, ModelKind.CHAT)
                .chain(model -> ChatRequest.isEmpty(asking.data())
                        ? Uni.createFrom().item(0)
                        : tokens.count(
                                asking.workspaceId(), model.model(), ChatRequest.of(model, asking.data(), false)));
    }

    private Uni<Model> model(ModelInvocation asking, ModelKind kind) {
        return catalogue.find(asking.workspaceId(), asking.modelId()).map(found -> {
            Model model = found.filter(Model::enabled)
                    .orElseThrow(() -> new ModelFailure(AgentApiError.of(
                            FailureCode.NOT_FOUND, "Model " + asking.modelId() + " is not there, or is turned off")));
            if (model.kind() != kind) {
                throw new ModelFailure(AgentApiError.of(
                        FailureCode.INVALID_ARGUMENT,
                        "Model " + asking.modelId() + " is of kind "
                                + model.kind().wire() + ", not " + kind.wire()));
            }
            return model;
        });
    }

    private ProviderCall call(ModelInvocation asking, Model model, String path, ObjectNode body) {
        String reference = model.provider().apiKeyRef();
        String key = reference == null ? null : secrets.of(reference, asking.workspaceId());
        if (reference != null && key == null) {
            throw new ModelFailure(ProviderErrorMapper.failed(
                    "The secret " + reference + " of model " + asking.modelId() + " is not configured", false));
        }
        return new ProviderCall(model.provider().endpoint(path), key, body, asking.limit());
    }

    private <T> Uni<T> patiently(
            ModelInvocation asking,
            ProviderCall call,
            Function<ProviderCall, Uni<ProviderResponse<T>>> ask,
            int asked) {
        if (!asking.mayCall().getAsBoolean()) {
            return Uni.createFrom()
                    .failure(new ModelFailure(
                            AgentApiError.of(FailureCode.RUNTIME_ERROR, "the host is catching up, try again")));
        }
        return ask.apply(call.within(asking.within())).chain(answer -> switch (answer) {
            case ProviderResponse.Answered<T> answered -> Uni.createFrom().item(answered.value());
            case ProviderResponse.Trouble<T> trouble -> {
                Optional<Duration> pause =
                        ProviderRetryPolicy.again(trouble, asked, asking.left().get());
                yield pause.isEmpty()
                        ? Uni.createFrom().failure(new ModelFailure(ProviderErrorMapper.of(trouble, call.apiKey())))
                        : Uni.createFrom()
                                .voidItem()
                                .onItem()
                                .delayIt()
                                .by(pause.get())
                                .chain(() -> patiently(asking, call, ask, asked + 1));
            }
        });
    }

    private static Multi<JsonNode> pieces(Multi<JsonNode> events, ChatChunks chunks, ProviderCall call) {
        Multi<JsonNode> said = events.onFailure(BrokenStreamException.class)
                .transform(why -> new ModelFailure(
                        ProviderErrorMapper.of(((BrokenStreamException) why).trouble(), call.apiKey())))
                .onItem()
                .invoke(event -> {
                    if (event.hasNonNull("error")) {
                        throw no("The model failed: " + ErrorRedactor.of(event.toString(), call.apiKey()));
                    }
                })
                .onItem()
                .transformToIterable(chunks::next)
                // Some providers hang up without the last word of the stream.
                .onFailure(why -> chunks.isFinished())
                .recoverWithCompletion();
        return Multi.createBy().concatenating().streams(said, Multi.createFrom().deferred(() -> Multi.createFrom()
                .iterable(chunks.end())));
    }

    private static ModelFailure no(String why) {
        return new ModelFailure(ProviderErrorMapper.failed(why, true));
    }
}
