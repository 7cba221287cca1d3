package dev.agenthost.runners.actiongraph;

import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import dev.agenthost.runners.actiongraph.journal.StateJournal;
import dev.agenthost.runners.actiongraph.turn.Continuation;
import dev.agenthost.runners.actiongraph.turn.ConversationHistory;
import dev.agenthost.runners.actiongraph.turn.TranscriptTooLargeException;
import dev.agenthost.runners.actiongraph.turn.TurnOutcome;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.model.ModelCandidate;
import java.util.List;
import java.util.Optional;

/** Answers an event with a model that may declare graphs of actions. Each run is built here, and has no state beside its own. */
final class ActionGraphAgent implements AgentRunner {
    static final String CONFIG_INVALID = "action_graph.config_invalid";
    static final String NO_MODEL = "action_graph.no_model";
    static final String MODEL_FAILED = "action_graph.model_failed";
    static final String CONTEXT_TOO_LARGE = "action_graph.context_too_large";

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        RunEvent event = RunEvent.of(context);
        if (event instanceof RunEvent.Empty) {
            return;
        }
        try {
            ActionGraphConfig config = ActionGraphConfig.of(context.config());
            List<ModelCandidate> candidates =
                    ModelCandidate.of(config.model(), context.resources().models());
            if (candidates.isEmpty()) {
                out.failed(NO_MODEL, "The configuration names no model that this run may use", false);
                return;
            }
            boolean hasState = context.context().availableApis().state();
            StateJournal journal = new StateJournal(api, context.runId(), hasState);
            RunAssembly assembly = new RunAssembly(context, config, candidates, journal, out, api);
            List<ConversationTurn> turns = ConversationHistory.load(context, api, config.historyMessages());
            TurnOutcome outcome = outcome(event, journal, assembly, turns);
            journal.close(outcome instanceof TurnOutcome.Waiting || outcome instanceof TurnOutcome.Unchanged);
            switch (outcome) {
                case TurnOutcome.Answered answered -> out.completed("stop", null, assembly.usage());
                case TurnOutcome.Waiting waiting -> out.completed("waiting", null, assembly.usage());
                case TurnOutcome.Unchanged unchanged -> out.completed("stop", null, assembly.usage());
                case TurnOutcome.Failed failed -> out.failed(failed.code(), failed.why(), false);
            }
        } catch (InvalidFieldException why) {
            out.failed(CONFIG_INVALID, String.valueOf(why.getMessage()), false);
        } catch (AgentApiException why) {
            out.failed(MODEL_FAILED, String.valueOf(why.getMessage()), why.retryable());
        } catch (TranscriptTooLargeException why) {
            out.failed(CONTEXT_TOO_LARGE, String.valueOf(why.getMessage()), false);
        }
    }

    /** A graph that an earlier attempt of this run has left is finished first, whatever the event is. */
    private static TurnOutcome outcome(
            RunEvent event, StateJournal journal, RunAssembly assembly, List<ConversationTurn> turns)
            throws InterruptedException {
        Optional<JournalEntry> unfinished = journal.unfinished();
        if (event instanceof RunEvent.Continues continues) {
            Continuation continuation = continues.continuation();
            if (unfinished.isPresent() && !unfinished.get().runId().equals(continuation.graphId())) {
                return assembly.resume(
                        turns,
                        unfinished.get(),
                        new Continuation.Retried(unfinished.get().runId()));
            }
            Optional<JournalEntry> entry = journal.read(continuation.graphId());
            if (entry.isPresent()) {
                return assembly.resume(turns, entry.get(), continuation);
            }
            return continues.isExpected()
                    ? new TurnOutcome.Failed(RunAssembly.JOURNAL_MISSING, "No stored graph waits for this response.")
                    : new TurnOutcome.Unchanged();
        }
        if (unfinished.isPresent()) {
            return assembly.resume(
                    turns,
                    unfinished.get(),
                    new Continuation.Retried(unfinished.get().runId()));
        }
        return assembly.answer(turns, ((RunEvent.Request) event).origin());
    }
}
