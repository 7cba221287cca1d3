package dev.agenthost.orchestrator.runner.cdi;

import dev.agenthost.orchestrator.execution.MailboxBounds;
import dev.agenthost.orchestrator.runner.Liveness;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How runners are treated. */
@ConfigMapping(prefix = "agenthost.runner")
public interface RunnerSettings {
    /** What we call ourselves on the wire ({@code instance_uuid}). */
    @WithDefault("agenthost")
    String instance();

    /** From the socket's opening to the plugin's description. */
    @WithDefault("10s")
    Duration handshake();

    @WithDefault("2s")
    Duration ping();

    /** How long a connection may show no sign of life. */
    @WithDefault("8s")
    Duration silence();

    /** How long context-store may take to answer before a run that has not started is given back. */
    @WithDefault("5s")
    Duration begin();

    @WithDefault("4096")
    int mailboxFrames();

    @WithDefault("4194304")
    long mailboxCharacters();

    default Liveness liveness() {
        return new Liveness(handshake(), ping(), silence());
    }

    default MailboxBounds mailbox() {
        return new MailboxBounds(mailboxFrames(), mailboxCharacters());
    }
}
