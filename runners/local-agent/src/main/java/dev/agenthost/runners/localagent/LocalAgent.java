package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.ModelResource;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.ImageLoader;
import dev.agenthost.runners.localagent.picture.ImageMemoryLimiter;
import dev.agenthost.runners.localagent.window.Compactor;
import dev.agenthost.runners.localagent.window.ContextWindow;
import dev.agenthost.runners.localagent.window.HistoryMessage;
import dev.agenthost.runners.localagent.window.KnowledgeRetrieval;
import dev.agenthost.runners.localagent.window.WindowStore;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.CancellationToken;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.model.ModelCandidate;
import dev.agenthost.sdk.model.ModelFallback;
import dev.agenthost.sdk.model.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Answers with a model: builds the window, retrieves knowledge, calls the model and its tools, and repeats until the answer is
 * complete.
 */
final class LocalAgent implements AgentRunner {
    static final String NO_MODEL = "local_agent.no_model";
    static final String MODEL_FAILED = "local_agent.model_failed";

    private final ImageMemoryLimiter room = ImageMemoryLimiter.ofThisProcess();

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        UserInput question = UserInput.of(context.input());
        if (question.isEmpty()) {
            return;
        }
        LocalAgentConfig settings = LocalAgentConfig.of(context.config());
        List<ModelCandidate> candidates =
                ModelCandidate.of(settings.model(), context.resources().models());
        if (candidates.isEmpty()) {
            out.failed(NO_MODEL, "the configuration names no model that this run may use", false);
            return;
        }
        boolean streams = context.runtime()
                .metadata()
                .path("streaming_supported")
                .asBoolean(context.delivery().supportsStreaming());
        ModelFallback model = new ModelFallback(
                api.models(), candidates, streams, settings.extraArgs(), settings.removeThink(), List.of());
        boolean mayRead = context.context().availableApis().artifactRead();
        try (ImageLoader pictures = new ImageLoader(api.artifacts(), mayRead, room)) {
            ContextWindow.Bounds bounds = settings.window(ModelCandidate.tightest(candidates));
            answer(context, question, settings, bounds, pictures, model, streams, out, api);
        } catch (AgentApiException why) {
            out.failed(why.runCode(MODEL_FAILED), String.valueOf(why.getMessage()), why.retryable());
            return;
        }
        out.completed("stop", null, model.usage().json());
    }

    private static void answer(
            AgentRunContext context,
            UserInput question,
            LocalAgentConfig settings,
            ContextWindow.Bounds bounds,
            ImageLoader pictures,
            ModelFallback model,
            boolean streams,
            RunOutput out,
            HostApi api)
            throws InterruptedException {
        WindowStore memory = new WindowStore(context, api);
        ContextWindow window = window(memory, bounds, model);
        Optional<String> shown = question.text().isBlank()
                ? Optional.empty()
                : new KnowledgeRetrieval(
                                api,
                                context.resources().knowledgeBases(),
                                rerankModel(settings, context.resources().models()),
                                settings.passages())
                        .with(question.text());
        shown.ifPresent(text -> memory.store(window.shown().with(context.event().eventId(), text)));
        load(question, window, pictures);
        InitialPrompt request = new InitialPrompt(settings.prompt(), window, question, shown.orElse(question.text()));
        List<Message> messages = request.messages(pictures);
        ToolExecutor tools = new ToolExecutor(api.tools(), context.resources().tools(), out, settings.toolsAtOnce());
        CancellationToken cancellation = api.cancellation();
        SteeringMessages meanwhile = new SteeringMessages(context, api, pictures, window.entries());
        List<JsonNode> functions = tools.functions();
        Consumer<String> words = delta -> {
            if (streams) {
                out.delta(delta);
            }
            cancellation.throwIfCancelled();
        };
        boolean accepted = false;
        for (int round = 0; ; round++) {
            // After the last round there is nothing left to call: the model has to answer.
            List<JsonNode> offered = round < settings.toolRounds() ? functions : List.of();
            Message answer;
            try {
                answer = model.invoke(messages, offered, words).message();
            } catch (AgentApiException why) {
                // Many models accept no images, and no catalogue lists them.
                if (accepted || model.failedSpeaking() || why.retryable() || !InitialPrompt.showsImages(messages)) {
                    throw why;
                }
                pictures.hide();
                messages = round == 0 ? request.messages(pictures) : InitialPrompt.inWords(messages);
                answer = model.invoke(messages, offered, words).message();
            }
            accepted |= InitialPrompt.showsImages(messages);
            emit(answer, out);
            List<ToolCall> calls = offered.isEmpty() ? List.of() : ModelFallback.toolCalls(answer);
            if (calls.isEmpty()) {
                return;
            }
            cancellation.throwIfCancelled();
            messages = new ArrayList<>(messages);
            messages.add(answer);
            messages.addAll(tools.call(calls));
            messages.addAll(meanwhile.messages());
        }
    }

    /** Loads this message's images first, then the newest of the earlier messages. */
    private static void load(UserInput question, ContextWindow window, ImageLoader pictures)
            throws InterruptedException {
        pictures.load(question.attached());
        for (HistoryMessage before : window.entries().reversed()) {
            pictures.load(before.attached());
        }
    }

    /** The window of this run. A full window is cut before the model is called, and stored before any text is emitted. */
    private static ContextWindow window(WindowStore memory, ContextWindow.Bounds bounds, ModelFallback model) {
        ContextWindow loaded = memory.load();
        ContextWindow fitting = new Compactor(bounds, model::aside).fitting(loaded);
        if (!fitting.checkpoint().equals(loaded.checkpoint())) {
            memory.store(fitting);
        }
        return fitting;
    }

    private static void emit(Message answer, RunOutput out) {
        if (!answer.plainText().isEmpty()) {
            out.message(answer.plainText());
        }
    }

    private static Optional<String> rerankModel(LocalAgentConfig settings, List<ModelResource> granted) {
        return granted.stream()
                .filter(model -> model.operations().contains("rerank"))
                .map(ModelResource::modelId)
                .filter(model -> settings.rerankModel().equals(model))
                .findFirst();
    }
}
