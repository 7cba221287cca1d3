package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.error.FailureCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.regex.Pattern;

/** Writes one line for each run that failed: ids and the code, never a text of a user or a runner. */
public final class FailedRunLog {
    private static final Logger LOG = System.getLogger(FailedRunLog.class.getName());
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.-]{1,100}");
    /** The replacement for a runner's code that is not a plain word. */
    private static final String OTHER = "runner";

    private FailedRunLog() {}

    /** @param runnerId empty if the run has no runner; the line omits it then */
    public static void ended(RunKey key, int attempt, String runnerId, RunView.Outcome outcome) {
        String code = outcome.code();
        if (!outcome.type().equals("run.failed") || FailureCode.CANCELLED.wire().equals(code)) {
            return;
        }
        LOG.log(
                Level.WARNING,
                "run failed runId={0} attempt={1,number,#}{2} errorCode={3}",
                key.runId(),
                attempt,
                runnerId.isEmpty() ? "" : " runnerId=" + runnerId,
                code != null && CODE.matcher(code).matches() ? code : OTHER);
    }
}
