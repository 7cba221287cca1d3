package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.Correction;
import dev.agenthost.actiongraph.carrier.CorrectionPolicy;
import dev.agenthost.actiongraph.markdown.IncompleteAnswer;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.runners.actiongraph.execution.ActionBudget;
import dev.agenthost.runners.actiongraph.stream.AnswerStream;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The turns of one run: the model is asked, its output is read when it is complete, and a declaration is executed and observed, until the
 * model answers.
 *
 * <pre>
 * model ──▶ answer ──▶ end
 *   ▲  ├──▶ declaration ──▶ execution ──▶ observation ─┐
 *   │  └──▶ protocol error ──▶ correction ─────────────┤
 *   └──────────────────────────────────────────────────┘
 * </pre>
 */
public final class TurnLoop {
    /** The code of a run whose model does not answer within its turns. */
    public static final String TURN_LIMIT = "action_graph.turn_limit";

    private final ModelTurn model;
    private final DeclarationRuns runs;
    private final CorrectionPolicy corrections;
    private final ActionBudget budget;
    private final Supplier<AnswerStream> streams;

    /**
     * @param streams a new stream for each output
     */
    public TurnLoop(
            ModelTurn model,
            DeclarationRuns runs,
            CorrectionPolicy corrections,
            ActionBudget budget,
            Supplier<AnswerStream> streams) {
        this.model = model;
        this.runs = runs;
        this.corrections = corrections;
        this.budget = budget;
        this.streams = streams;
    }

    /** @param turns the conversation, which ends with the request of the person */
    public TurnOutcome run(List<ConversationTurn> turns) throws InterruptedException {
        TurnOutcome outcome = ask(turns);
        return switch (outcome) {
            case TurnOutcome.Answered answered -> {
                runs.abortUndecided();
                yield runs.keepAsking() ? new TurnOutcome.Answered(answered.text(), RunCompleted.WAITING) : answered;
            }
            case TurnOutcome.Failed failed -> {
                runs.abortUndecided();
                yield failed;
            }
            case TurnOutcome.Waiting waits -> waits;
            case TurnOutcome.Unchanged unchanged -> unchanged;
        };
    }

    private TurnOutcome ask(List<ConversationTurn> turns) throws InterruptedException {
        List<ConversationTurn> transcript = new ArrayList<>(turns);
        int errorsInRow = 0;
        while (budget.takeTurn()) {
            boolean mayAct = budget.mayAct();
            AnswerStream words = streams.get();
            AssistantMessage output = next(transcript, mayAct, words);
            budget.useTokens(model.tokens());
            switch (runs.read(output)) {
                case CarrierResult.Answer answer -> {
                    FailPoint.at("graph.70-answering");
                    String text = answer.kind() == CarrierResult.AnswerKind.TEXT
                            ? CarrierReader.visible(model.spoken())
                            : answer.text();
                    words.answer(text);
                    FailPoint.at("graph.75-answered");
                    return answered(text, model.cut());
                }
                case CarrierResult.Declared declared -> {
                    if (!mayAct) {
                        words.note(null);
                        return new TurnOutcome.Failed(
                                TURN_LIMIT, "The model declared actions although it had to answer.");
                    }
                    errorsInRow = 0;
                    switch (runs.execute(declared, output, words.announcement(declared.visibleNote()))) {
                        case DeclarationOutcome.Observed observed -> transcript.add(observed.turn());
                        case DeclarationOutcome.Reported report -> {
                            return TurnOutcome.Answered.complete(report.markdown());
                        }
                        case DeclarationOutcome.Unchanged unchanged -> {
                            return new TurnOutcome.Unchanged();
                        }
                        case DeclarationOutcome.Waiting waits -> {
                            return new TurnOutcome.Waiting();
                        }
                    }
                }
                case CarrierResult.ProtocolError error -> {
                    end(words, model.cut());
                    switch (corrections.decide(error, ++errorsInRow)) {
                        case Correction.Ask ask ->
                            transcript.add(new ConversationTurn.RejectedOutput(ask.text(), output.written()));
                        case Correction.Stop stop -> {
                            return new TurnOutcome.Failed(Correction.CODE, stop.text());
                        }
                    }
                }
            }
        }
        return new TurnOutcome.Failed(
                TURN_LIMIT,
                "The model sent no answer within " + budget.maxTurns()
                        + (budget.maxTurns() == 1 ? " turn." : " turns."));
    }

    private AssistantMessage next(List<ConversationTurn> transcript, boolean mayAct, AnswerStream words) {
        try {
            return model.next(transcript, mayAct, words);
        } catch (AgentApiException why) {
            if (words.hasCall() || runs.isNoAnswer(words.received())) {
                words.refuse(IncompleteAnswer.ERROR);
            } else {
                words.cutOff(IncompleteAnswer.ERROR);
            }
            throw why;
        }
    }

    /** Ends an output that is refused. */
    private static void end(AnswerStream words, @Nullable String cut) {
        if (cut == null) {
            words.note(null);
        } else {
            words.refuse(cut);
        }
    }

    private static TurnOutcome.Answered answered(String text, @Nullable String cut) {
        return cut == null
                ? TurnOutcome.Answered.complete(text)
                : new TurnOutcome.Answered(new IncompleteAnswer(text, cut).marked(), cut);
    }
}
