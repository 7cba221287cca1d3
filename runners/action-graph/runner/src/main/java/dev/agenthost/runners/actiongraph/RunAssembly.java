package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.carrier.CorrectionPolicy;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.transcript.ReplayPolicy;
import dev.agenthost.actiongraph.transcript.TranscriptWriter;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.runners.actiongraph.execution.ActionBudget;
import dev.agenthost.runners.actiongraph.execution.GraphExecution;
import dev.agenthost.runners.actiongraph.execution.HostExecution;
import dev.agenthost.runners.actiongraph.execution.OutputStore;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.runners.actiongraph.journal.ApprovalQuestion;
import dev.agenthost.runners.actiongraph.journal.HostQuestions;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import dev.agenthost.runners.actiongraph.journal.StateJournal;
import dev.agenthost.runners.actiongraph.stream.AnswerStream;
import dev.agenthost.runners.actiongraph.turn.AgentDescription;
import dev.agenthost.runners.actiongraph.turn.DeclarationOutcome;
import dev.agenthost.runners.actiongraph.turn.DeclarationRuns;
import dev.agenthost.runners.actiongraph.turn.ModelTurn;
import dev.agenthost.runners.actiongraph.turn.ProtocolInstructions;
import dev.agenthost.runners.actiongraph.turn.ToolDescription;
import dev.agenthost.runners.actiongraph.turn.TurnLoop;
import dev.agenthost.runners.actiongraph.turn.TurnOutcome;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.model.ModelCandidate;
import dev.agenthost.sdk.model.ModelFallback;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The parts of one run, connected. */
final class RunAssembly {
    static final String JOURNAL_MISSING = "action_graph.journal_missing";

    private final AgentRunContext context;
    private final ActionGraphConfig config;
    private final StateJournal journal;
    private final RunOutput out;
    private final boolean streams;
    private final ModelFallback model;
    private final List<ToolDescription> tools;
    private final List<AgentDescription> agents;
    private final HostExecution host;
    private final ActionBudget budget;

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
        this.streams = context.runtime()
                .metadata()
                .path("streaming_supported")
                .asBoolean(context.delivery().supportsStreaming());
        this.model = new ModelFallback(api.models(), candidates, streams, config.extraArgs(), config.removeThink());
        this.tools = ToolDescription.of(context.resources().tools(), api.tools());
        this.agents = context.context().availableApis().runDelegate() ? config.agents() : List.of();
        this.host = new HostExecution(
                tools.stream().map(ToolDescription::name).toList(),
                agents.stream().map(AgentDescription::id).toList(),
                api,
                out);
        this.budget = new ActionBudget(
                config.limits().actions(),
                Instant.now().plusSeconds(config.limits().seconds()),
                Instant::now);
    }

    JsonNode usage() {
        return model.usage().json();
    }

    /** Answers a request; graphs that an earlier attempt of this run has left are finished first. */
    TurnOutcome answer(List<ConversationTurn> history, String request) throws InterruptedException {
        List<ConversationTurn> turns = new ArrayList<>(history);
        turns.add(new ConversationTurn.UserRequest(request));
        return resume(runs(request), journal.ofEarlierAttempts(), entry -> new GraphInput.Recovered(), turns);
    }

    /** Continues with the graph whose question a person has answered, and with those that an earlier attempt has declared after it. */
    TurnOutcome resume(List<ConversationTurn> history, InteractionSubmission response) throws InterruptedException {
        Optional<ApprovalQuestion> question = ApprovalQuestion.answeredBy(response);
        Optional<JournalEntry> asked = question.flatMap(one -> journal.read(one.runId()));
        if (asked.isEmpty()) {
            return new TurnOutcome.Failed(JOURNAL_MISSING, "No stored graph waits for this response.");
        }
        ActorContext actor = context.actor();
        String person = actor == null || actor.actorId() == null ? "unknown" : actor.actorId();
        GraphInput answer = question.get().input(response, person);
        String graph = asked.get().runId();
        List<JournalEntry> entries = new ArrayList<>(asked.stream().toList());
        journal.ofEarlierAttempts().stream()
                .filter(entry -> !entry.runId().equals(graph))
                .forEach(entries::add);
        return resume(
                runs(asked.get().request()),
                entries,
                entry -> entry.runId().equals(graph) ? answer : new GraphInput.Recovered(),
                new ArrayList<>(history));
    }

    private TurnOutcome resume(
            DeclarationRuns runs,
            List<JournalEntry> entries,
            Function<JournalEntry, GraphInput> inputs,
            List<ConversationTurn> turns)
            throws InterruptedException {
        for (JournalEntry entry : entries) {
            Optional<DeclarationOutcome> outcome = runs.resume(entry, inputs.apply(entry));
            if (outcome.isEmpty()) {
                return new TurnOutcome.Failed(
                        JOURNAL_MISSING, "The stored graph cannot be read with the tools of this run.");
            }
            switch (outcome.get()) {
                case DeclarationOutcome.WaitsForPerson waits -> {
                    return new TurnOutcome.Waiting();
                }
                case DeclarationOutcome.Reported report -> throw new IllegalStateException("A graph is no report");
                case DeclarationOutcome.Observed observed -> turns.add(observed.turn());
            }
        }
        return loop(runs).run(turns);
    }

    private DeclarationRuns runs(String request) {
        OutputStore outputs = new OutputStore(out);
        boolean hasJournal = context.context().availableApis().state();
        GraphExecution execution = host.execution(budget, outputs, journal, new HostQuestions(out, hasJournal));
        Set<String> names = Set.copyOf(tools.stream().map(ToolDescription::name).toList());
        return new DeclarationRuns(
                context.runId(),
                request,
                host,
                execution,
                new ExecutorNames(
                        names,
                        Set.copyOf(agents.stream().map(AgentDescription::id).toList())),
                new RunRecords(outputs),
                config.limits().parallel());
    }

    private TurnLoop loop(DeclarationRuns runs) {
        ModelTurn turn = new ModelTurn(
                model,
                new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD),
                ProtocolInstructions.text(config.prompt(), tools, agents),
                config.contextTokens());
        return new TurnLoop(
                turn,
                runs,
                new CorrectionPolicy(config.limits().protocolErrors()),
                budget,
                config.limits().turns(),
                () -> new AnswerStream(out, streams));
    }
}
