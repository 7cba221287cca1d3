package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.carrier.CorrectionPolicy;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.transcript.ReplayPolicy;
import dev.agenthost.actiongraph.transcript.TranscriptWriter;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.runners.actiongraph.execution.ActionBudget;
import dev.agenthost.runners.actiongraph.execution.HostExecution;
import dev.agenthost.runners.actiongraph.execution.OutputStore;
import dev.agenthost.runners.actiongraph.execution.PersonQuestions;
import dev.agenthost.runners.actiongraph.execution.RequestUsage;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.runners.actiongraph.execution.RuntimeOperation;
import dev.agenthost.runners.actiongraph.journal.HostQuestions;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import dev.agenthost.runners.actiongraph.journal.StateJournal;
import dev.agenthost.runners.actiongraph.projection.ProjectionListener;
import dev.agenthost.runners.actiongraph.projection.ProjectionPublisher;
import dev.agenthost.runners.actiongraph.registry.GrantedExecutors;
import dev.agenthost.runners.actiongraph.registry.ToolDescription;
import dev.agenthost.runners.actiongraph.stream.AnswerStream;
import dev.agenthost.runners.actiongraph.turn.Continuation;
import dev.agenthost.runners.actiongraph.turn.DeclarationOutcome;
import dev.agenthost.runners.actiongraph.turn.DeclarationRuns;
import dev.agenthost.runners.actiongraph.turn.GraphLog;
import dev.agenthost.runners.actiongraph.turn.ModelTurn;
import dev.agenthost.runners.actiongraph.turn.ProtocolInstructions;
import dev.agenthost.runners.actiongraph.turn.RequestOrigin;
import dev.agenthost.runners.actiongraph.turn.TurnLoop;
import dev.agenthost.runners.actiongraph.turn.TurnOutcome;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.model.ModelCandidate;
import dev.agenthost.sdk.model.ModelFallback;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of one run, connected. */
final class RunAssembly {
    static final String JOURNAL_MISSING = "action_graph.journal_missing";
    private static final Duration PROJECTION_INTERVAL = Duration.ofMillis(250);

    /** Before the repetitions of a request to the model: what a graph has done must not be lost for one refusal of a provider. */
    private static final List<Duration> MODEL_PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(4));

    private final AgentRunContext context;
    private final ActionGraphConfig config;
    private final StateJournal journal;
    private final RunOutput out;
    private final HostApi api;
    private final boolean streams;
    private final ModelFallback model;
    private final List<ToolDescription> tools;
    private final GrantedExecutors executors;
    private final GraphLog log;
    private final ProjectionPublisher views;
    private @Nullable ActionBudget request;
    private UiProjection.@Nullable Usage cost;

    RunAssembly(
            AgentRunContext context,
            ActionGraphConfig config,
            List<ModelCandidate> candidates,
            StateJournal journal,
            RunOutput out,
            HostApi api) {
        this.context = context;
        this.config = config;
        this.journal = journal;
        this.out = out;
        this.api = api;
        this.views = new ProjectionPublisher(out, PROJECTION_INTERVAL);
        this.log = new GraphLog(context.event().eventId());
        this.streams = context.runtime()
                .metadata()
                .path("streaming_supported")
                .asBoolean(context.delivery().supportsStreaming());
        this.model = new ModelFallback(
                api.models(), candidates, streams, config.extraArgs(), config.removeThink(), MODEL_PAUSES);
        this.tools = ToolDescription.of(context.resources().tools(), api.tools());
        this.executors = GrantedExecutors.of(
                tools,
                config.executors().agents(),
                RuntimeOperation.descriptions(),
                config.executors().executors(),
                new GrantedExecutors.Rights(Set.copyOf(context.resources().delegationAgents()), mayAsk()));
        List<String> missing = executors.missing();
        if (!missing.isEmpty()) {
            log.missing(missing);
        }
    }

    /** Returns true if a person can be asked: the surface of a delegated run shows nothing, and a later run goes on with the response. */
    private boolean mayAsk() {
        return context.context().availableApis().state() && !isDelegated();
    }

    private boolean isDelegated() {
        return DeliveryContext.DELEGATION.equals(context.delivery().surface());
    }

    /** The usage of this run, and in {@code request} that of the whole request over all its runs. */
    JsonNode usage() {
        ObjectNode usage = model.usage().json();
        if (request != null) {
            usage.set("request", ProtocolCodec.tree(cost == null ? request.spent() : cost));
        }
        return usage;
    }

    /** Shows the cost of the request at its end, which the last request to the model is a part of. */
    void showCost() {
        if (request != null) {
            cost = request.spent();
            views.end(cost);
        }
    }

    /** Answers a request of that person. */
    TurnOutcome answer(List<ConversationTurn> history, RequestOrigin origin) throws InterruptedException {
        List<ConversationTurn> turns = new ArrayList<>(history);
        turns.add(new ConversationTurn.UserRequest(origin.request()));
        ActionBudget budget = budget(RequestUsage.none(Instant.now()));
        List<String> others = journal.conversation();
        return loop(runs(origin, budget), budget, others).run(turns);
    }

    /**
     * Continues with a stored graph. A later attempt of a run begins with the messages of the earlier one, whether they were sent or not.
     *
     * @param stored the graph that the event is about
     */
    TurnOutcome resume(List<ConversationTurn> history, JournalEntry stored, Continuation event)
            throws InterruptedException {
        JournalEntry graph = event instanceof Continuation.Retried ? stored : stored.forAnotherRun();
        graph.record().notes().forEach(out::message);
        RequestOrigin origin = new RequestOrigin(graph.request(), graph.persons());
        ActionBudget budget = budget(graph.usage());
        DeclarationRuns runs = runs(origin, budget);
        List<ConversationTurn> earlier = journal.earlier(graph).stream()
                .map(runs::restore)
                .flatMap(Optional::stream)
                .toList();
        Optional<DeclarationOutcome> outcome = runs.resume(graph, event);
        if (outcome.isEmpty()) {
            return new TurnOutcome.Failed(JOURNAL_MISSING, "The stored graph cannot be read.");
        }
        return switch (outcome.get()) {
            case DeclarationOutcome.Waiting waits -> new TurnOutcome.Waiting();
            case DeclarationOutcome.Unchanged unchanged -> new TurnOutcome.Unchanged();
            case DeclarationOutcome.Reported report -> throw new IllegalStateException("A graph is no report");
            case DeclarationOutcome.Observed observed -> {
                List<ConversationTurn> turns = new ArrayList<>(history);
                ConversationTurn request = new ConversationTurn.UserRequest(graph.request());
                // The person may have written since: the answered request is the last one, with its graphs behind it.
                if (turns.contains(request)) {
                    turns.remove(turns.lastIndexOf(request));
                }
                turns.add(request);
                turns.addAll(earlier);
                turns.add(observed.turn());
                yield loop(runs, budget, List.of()).run(turns);
            }
        };
    }

    private ActionBudget budget(RequestUsage used) {
        RunLimits limits = config.limits();
        ActionBudget budget = new ActionBudget(
                new ActionBudget.Limits(
                        limits.turns(), limits.actions(), limits.tokens(), Duration.ofSeconds(limits.seconds())),
                used,
                InstantSource.system());
        request = budget;
        return budget;
    }

    private DeclarationRuns runs(RequestOrigin origin, ActionBudget budget) {
        ContextApiCapabilities apis = context.context().availableApis();
        OutputStore outputs = new OutputStore(out, api.artifacts());
        HostExecution host = new HostExecution(
                executors,
                config.executors().rules(),
                api,
                out,
                new PersonQuestions(executors, out, origin.persons()),
                new HostExecution.Continuation(
                        apis.state(),
                        apis.timerSet(),
                        Duration.ofSeconds(config.limits().waitSeconds())));
        return new DeclarationRuns(
                context.runId(),
                log,
                origin,
                host,
                host.execution(
                        budget, outputs, journal, new ProjectionListener(views), new HostQuestions(out, mayAsk())),
                new ExecutorNames(
                        Arrays.stream(ExecutorType.values()).collect(Collectors.toMap(type -> type, executors::names))),
                new RunRecords(outputs),
                budget,
                config.limits().parallel(),
                !isDelegated());
    }

    private TurnLoop loop(DeclarationRuns runs, ActionBudget budget, List<String> background) {
        ModelTurn turn = new ModelTurn(
                model,
                new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD),
                ProtocolInstructions.text(config.prompt(), tools, executors.registry()),
                background,
                config.contextTokens());
        return new TurnLoop(
                turn,
                runs,
                new CorrectionPolicy(config.limits().protocolErrors()),
                budget,
                () -> new AnswerStream(out, streams));
    }
}
