package dev.agenthost.orchestrator.conduct;

import dev.agenthost.orchestrator.publish.ResultRecord;
import dev.agenthost.orchestrator.run.Decision;
import dev.agenthost.orchestrator.run.RunView;

/** What a run in hand needs done next. */
sealed interface Step {
    /** Nothing now. */
    record Idle() implements Step {}

    /** @param touches whether the ledger must know first that the run had an effect */
    record Send(ResultRecord record, boolean touches) implements Step {}

    /** It has ended: take nothing more, close what is open. */
    record Seal() implements Step {}

    /** Store, publish and mark its end. */
    record Finish(ResultRecord terminal, RunView.Outcome outcome) implements Step {}

    /** Back into the queue. */
    record GiveBack(Decision.Requeue how) implements Step {}

    /** It is another's. */
    record Leave(String why) implements Step {}
}
