package dev.agenthost.runners.acpagent;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.runners.acpagent.profile.Profile;
import dev.agenthost.runners.acpagent.profile.Profiles;
import dev.agenthost.runners.acpagent.prompt.PromptBlocks;
import dev.agenthost.runners.acpagent.rpc.AgentFailure;
import dev.agenthost.runners.acpagent.rpc.AgentFailure.Code;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.harness.Attention;
import dev.agenthost.sdk.harness.Pointers;
import dev.agenthost.sdk.harness.SessionKey;
import dev.agenthost.sdk.harness.Turns;
import dev.agenthost.sdk.harness.files.WorkingDirectories;
import dev.agenthost.sdk.harness.mcp.http.RunMcpServer;
import dev.agenthost.sdk.host.AgentApiException;
import java.io.IOException;
import java.util.Optional;

/** Hands each run to an agent of the operator's: one turn of a conversation at a time, and a bounded number of agents. */
final class AcpAgent implements AgentRunner {
    private static final int WAITING_FOR_A_SESSION = 32;
    private static final int WAITING_FOR_ROOM = 128;

    private final Profiles profiles;
    private final WorkingDirectories directories;
    private final RunMcpServer mcp;
    private final Turns sessions = new Turns(1, WAITING_FOR_A_SESSION);
    private final Turns room;

    /** @param agentsAtOnce processes of agents at the same time */
    AcpAgent(Profiles profiles, WorkingDirectories directories, RunMcpServer mcp, int agentsAtOnce) {
        this.profiles = profiles;
        this.directories = directories;
        this.mcp = mcp;
        this.room = new Turns(agentsAtOnce, WAITING_FOR_ROOM);
    }

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        if (PromptBlocks.isEmpty(context.input())) {
            return;
        }
        try {
            answer(context, out, api);
        } catch (AgentFailure why) {
            out.failed(why.code().wire(), why.why(), why.code().retryable());
        }
    }

    private void answer(AgentRunContext context, RunOutput out, HostApi api) throws AgentFailure, InterruptedException {
        Settings settings = Settings.of(context.config());
        Profile profile = profiles.named(settings.profile())
                .orElseThrow(
                        () -> new AgentFailure(Code.NO_PROFILE, "the configuration names no profile of this plugin"));
        SessionKey key = SessionKey.of(context).with(profile.name());
        Attention attention = new Attention(context, api);
        try (Turns.Turn turn = entered(sessions.enter(key.text(), attention::look));
                Turns.Turn place = entered(room.enter("", attention::look));
                WorkingDirectories.Use use = directories.open(key)) {
            Pointers before = before(key, context, api);
            new AgentTurn(context, out, api, settings, profile, mcp).take(key, use.directory(), before, attention);
        } catch (IOException e) {
            throw new AgentFailure(Code.NOT_STARTED, "the working directory: " + e);
        }
    }

    /** What the turn before kept; where the host cannot say, what the context brought. */
    private static Pointers before(SessionKey key, AgentRunContext context, HostApi api) {
        try {
            return key.lasting() ? Pointers.now(context, api) : Pointers.of(context);
        } catch (AgentApiException unknown) {
            return Pointers.of(context);
        }
    }

    private static Turns.Turn entered(Optional<Turns.Turn> turn) throws AgentFailure {
        return turn.orElseThrow(() -> new AgentFailure(Code.BUSY, "too many turns wait for an agent already"));
    }
}
