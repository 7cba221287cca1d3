package dev.agenthost.runners.acpagent;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.process.AgentProfileRegistry;
import dev.agenthost.runners.acpagent.prompt.PromptBlocks;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException.Code;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.harness.CancellationCheck;
import dev.agenthost.sdk.harness.SessionKey;
import dev.agenthost.sdk.harness.SessionPointers;
import dev.agenthost.sdk.harness.TurnLimiter;
import dev.agenthost.sdk.harness.files.WorkingDirectories;
import dev.agenthost.sdk.harness.mcp.RunMcpServer;
import dev.agenthost.sdk.host.AgentApiException;
import java.io.IOException;
import java.util.Optional;

/**
 * Delegates each run to an agent that the operator configured: one turn of a conversation at a time, and a bounded number of
 * agents.
 */
final class AcpAgent implements AgentRunner {
    private static final int WAITING_FOR_A_SESSION = 32;
    private static final int WAITING_FOR_ROOM = 128;

    private final AgentProfileRegistry profiles;
    private final WorkingDirectories directories;
    private final RunMcpServer mcp;
    private final TurnLimiter sessions = new TurnLimiter(1, WAITING_FOR_A_SESSION);
    private final TurnLimiter room;

    /** @param agentsAtOnce maximum of agent processes at the same time */
    AcpAgent(AgentProfileRegistry profiles, WorkingDirectories directories, RunMcpServer mcp, int agentsAtOnce) {
        this.profiles = profiles;
        this.directories = directories;
        this.mcp = mcp;
        this.room = new TurnLimiter(agentsAtOnce, WAITING_FOR_ROOM);
    }

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        if (PromptBlocks.isEmpty(context.input())) {
            return;
        }
        try {
            answer(context, out, api);
        } catch (AgentFailedException why) {
            out.failed(why.code().wire(), why.why(), why.code().retryable());
        }
    }

    private void answer(AgentRunContext context, RunOutput out, HostApi api)
            throws AgentFailedException, InterruptedException {
        AcpAgentConfig settings = AcpAgentConfig.of(context.config());
        AgentProfile profile = profiles.named(settings.profile())
                .orElseThrow(() ->
                        new AgentFailedException(Code.NO_PROFILE, "the configuration names no profile of this plugin"));
        SessionKey key = SessionKey.of(context).with(profile.name());
        CancellationCheck attention = new CancellationCheck(context, api);
        try (TurnLimiter.Turn turn = entered(sessions.enter(key.text(), attention::check));
                TurnLimiter.Turn place = entered(room.enter("", attention::check));
                WorkingDirectories.Use use = directories.open(key)) {
            SessionPointers before = before(key, context, api);
            new AgentTurn(context, out, api, settings, profile, mcp).take(key, use.directory(), before, attention);
        } catch (IOException e) {
            throw new AgentFailedException(Code.NOT_STARTED, "the working directory: " + e);
        }
    }

    /** The pointers that the previous turn stored; those of the context if the host cannot answer. */
    private static SessionPointers before(SessionKey key, AgentRunContext context, HostApi api) {
        try {
            return key.lasting() ? SessionPointers.now(context, api) : SessionPointers.of(context);
        } catch (AgentApiException unknown) {
            return SessionPointers.of(context);
        }
    }

    private static TurnLimiter.Turn entered(Optional<TurnLimiter.Turn> turn) throws AgentFailedException {
        return turn.orElseThrow(() -> new AgentFailedException(Code.BUSY, "too many turns wait for an agent already"));
    }
}
