package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunView;

/** What a run in hand needs done next. */
sealed interface RunStep {
    /** Nothing now. */
    record Idle() implements RunStep {}

    /** @param touches whether the ledger must know first that the run had an effect */
    record Send(ResultRecord record, boolean touches) implements RunStep {}

    /** It has ended: take nothing more, close what is open. */
    record Seal() implements RunStep {}

    /** Store, publish and mark its end. */
    record Finish(ResultRecord terminal, RunView.Outcome outcome) implements RunStep {}

    /** Back into the queue. */
    record GiveBack(RunDecision.Requeue how) implements RunStep {}

    /** It is another's. */
    record Leave(String why) implements RunStep {}
}
