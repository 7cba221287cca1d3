package dev.agenthost.runners.actiongraph;

import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.actiongraph.journal.InitialState;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import dev.agenthost.runners.actiongraph.journal.JournalTooLargeException;
import dev.agenthost.runners.actiongraph.journal.StateFullException;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers an event with a model that may declare graphs of actions. Each run is built here, and has no state beside its own. */
final class ActionGraphAgent implements AgentRunner {
    static final String CONFIG_INVALID = "action_graph.config_invalid";
    static final String NO_MODEL = "action_graph.no_model";
    static final String MODEL_FAILED = "action_graph.model_failed";
    static final String JOURNAL_TOO_LARGE = "action_graph.journal_too_large";
    static final String STATE_FULL = "action_graph.state_full";
    static final String CONTEXT_TOO_LARGE = "action_graph.context_too_large";

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        FailPoint.at("graph.10-begun");
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
            StateJournal journal = new StateJournal(
                    api,
                    context.event().eventId(),
                    context.runId(),
                    hasState,
                    deadline(context),
                    InitialState.of(context),
                    context.context().availableApis().runList());
            RunAssembly assembly = new RunAssembly(context, config, candidates, journal, out, api);
            List<ConversationTurn> turns = ConversationHistory.load(context, api, config.historyMessages());
            TurnOutcome outcome;
            try {
                outcome = outcome(event, journal, assembly, turns);
            } finally {
                journal.close();
            }
            FailPoint.at("graph.80-completing");
            if (outcome instanceof TurnOutcome.Answered || outcome instanceof TurnOutcome.Failed) {
                assembly.showCost();
            }
            switch (outcome) {
                case TurnOutcome.Answered answered ->
                    out.completed(answered.finishReason(), message(answered.text()), assembly.usage());
                case TurnOutcome.Waiting waiting -> out.completed("waiting", null, assembly.usage());
                case TurnOutcome.Unchanged unchanged -> out.completed("stop", null, assembly.usage());
                case TurnOutcome.Failed failed -> out.failed(failed.code(), failed.why(), false);
            }
            FailPoint.at("graph.85-completed");
        } catch (InvalidFieldException why) {
            out.failed(CONFIG_INVALID, String.valueOf(why.getMessage()), false);
        } catch (JournalTooLargeException why) {
            out.failed(JOURNAL_TOO_LARGE, String.valueOf(why.getMessage()), false);
        } catch (StateFullException why) {
            out.failed(STATE_FULL, String.valueOf(why.getMessage()), false);
        } catch (AgentApiException why) {
            out.failed(why.runCode(MODEL_FAILED), String.valueOf(why.getMessage()), why.retryable());
        } catch (TranscriptTooLargeException why) {
            out.failed(CONTEXT_TOO_LARGE, String.valueOf(why.getMessage()), false);
        }
    }

    /** A graph that an earlier attempt of this run has left has taken the event already, whatever it is. */
    private static TurnOutcome outcome(
            RunEvent event, StateJournal journal, RunAssembly assembly, List<ConversationTurn> turns)
            throws InterruptedException {
        Optional<JournalEntry> left = journal.left();
        if (left.isPresent()) {
            return assembly.resume(
                    turns, left.get(), new Continuation.Retried(left.get().runId()));
        }
        if (event instanceof RunEvent.Continues continues) {
            Optional<JournalEntry> entry = journal.read(continues.continuation().graphId());
            if (entry.isPresent()) {
                return assembly.resume(turns, entry.get(), continues.continuation());
            }
            return continues.isExpected()
                    ? new TurnOutcome.Failed(RunAssembly.JOURNAL_MISSING, "No stored graph waits for this response.")
                    : new TurnOutcome.Unchanged();
        }
        return assembly.answer(turns, ((RunEvent.Request) event).origin());
    }

    private static @Nullable Message message(String text) {
        return text.isBlank() ? null : Message.assistant(text);
    }

    /** A run without a deadline ends by itself; a day is more than its actions have. */
    private static Instant deadline(AgentRunContext context) {
        Double epochSeconds = context.runtime().deadlineAt();
        return epochSeconds == null
                ? Instant.now().plus(Duration.ofDays(1))
                : Instant.ofEpochSecond(epochSeconds.longValue() + 1);
    }
}
