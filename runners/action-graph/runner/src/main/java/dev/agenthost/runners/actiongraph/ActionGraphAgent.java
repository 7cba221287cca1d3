package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.carrier.CorrectionPolicy;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.transcript.ReplayPolicy;
import dev.agenthost.actiongraph.transcript.TranscriptWriter;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.runners.actiongraph.execution.ActionBudget;
import dev.agenthost.runners.actiongraph.execution.GraphExecution;
import dev.agenthost.runners.actiongraph.execution.OutputStore;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.runners.actiongraph.stream.AnswerStream;
import dev.agenthost.runners.actiongraph.turn.ConversationHistory;
import dev.agenthost.runners.actiongraph.turn.DeclarationRuns;
import dev.agenthost.runners.actiongraph.turn.ModelTurn;
import dev.agenthost.runners.actiongraph.turn.ProtocolInstructions;
import dev.agenthost.runners.actiongraph.turn.ToolDescription;
import dev.agenthost.runners.actiongraph.turn.TranscriptTooLargeException;
import dev.agenthost.runners.actiongraph.turn.TurnLoop;
import dev.agenthost.runners.actiongraph.turn.TurnOutcome;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.model.ModelCandidate;
import dev.agenthost.sdk.model.ModelFallback;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers an event with a model that may declare graphs of actions. Each run is built here, and has no state beside its own. */
final class ActionGraphAgent implements AgentRunner {
    static final String CONFIG_INVALID = "action_graph.config_invalid";
    static final String NO_MODEL = "action_graph.no_model";
    static final String MODEL_FAILED = "action_graph.model_failed";
    static final String CONTEXT_TOO_LARGE = "action_graph.context_too_large";

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        String request = text(context.input());
        if (request.isBlank()) {
            return;
        }
        ActionGraphConfig config;
        try {
            config = ActionGraphConfig.of(context.config());
        } catch (InvalidFieldException why) {
            out.failed(CONFIG_INVALID, String.valueOf(why.getMessage()), false);
            return;
        }
        List<ModelCandidate> candidates =
                ModelCandidate.of(config.model(), context.resources().models());
        if (candidates.isEmpty()) {
            out.failed(NO_MODEL, "The configuration names no model that this run may use", false);
            return;
        }
        boolean streams = context.runtime()
                .metadata()
                .path("streaming_supported")
                .asBoolean(context.delivery().supportsStreaming());
        ModelFallback model =
                new ModelFallback(api.models(), candidates, streams, config.extraArgs(), config.removeThink());
        try {
            List<ConversationTurn> turns =
                    new ArrayList<>(ConversationHistory.load(context, api, config.historyMessages()));
            turns.add(new ConversationTurn.UserRequest(request));
            switch (turns(context, config, model, streams, request, out, api).run(turns)) {
                case TurnOutcome.Answered answered ->
                    out.completed("stop", null, model.usage().json());
                case TurnOutcome.Failed failed -> out.failed(failed.code(), failed.why(), false);
            }
        } catch (AgentApiException why) {
            out.failed(MODEL_FAILED, String.valueOf(why.getMessage()), why.retryable());
        } catch (TranscriptTooLargeException why) {
            out.failed(CONTEXT_TOO_LARGE, String.valueOf(why.getMessage()), false);
        }
    }

    private static TurnLoop turns(
            AgentRunContext context,
            ActionGraphConfig config,
            ModelFallback model,
            boolean streams,
            String request,
            RunOutput out,
            HostApi api) {
        RunLimits limits = config.limits();
        List<ToolDescription> tools = ToolDescription.of(context.resources().tools(), api.tools());
        Set<String> names = tools.stream().map(ToolDescription::name).collect(Collectors.toSet());
        ActionBudget budget =
                new ActionBudget(limits.actions(), Instant.now().plusSeconds(limits.seconds()), Instant::now);
        OutputStore outputs = new OutputStore(out);
        GraphExecution execution = GraphExecution.of(
                tools.stream().map(ToolDescription::name).toList(), api.tools(), out, budget, outputs);
        JsonNode user = JsonNodeFactory.instance.objectNode().put("goal", request);
        DeclarationRuns runs = new DeclarationRuns(
                context.runId(),
                execution,
                new ExecutorNames(names, Set.of()),
                Map.of("user", user),
                new RunRecords(outputs),
                limits.parallel());
        ModelTurn turn = new ModelTurn(
                model,
                new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD),
                ProtocolInstructions.text(config.prompt(), tools),
                config.contextTokens());
        return new TurnLoop(
                turn,
                runs,
                new CorrectionPolicy(limits.protocolErrors()),
                budget,
                limits.turns(),
                () -> new AnswerStream(out, streams));
    }

    private static String text(AgentInput input) {
        return Objects.requireNonNullElseGet(input.text(), () -> input.contents().stream()
                .map(ContentElement::text)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n")));
    }
}
