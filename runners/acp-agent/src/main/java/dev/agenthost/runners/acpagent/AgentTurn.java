package dev.agenthost.runners.acpagent;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.runners.acpagent.process.AgentProcess;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.prompt.PromptBlocks;
import dev.agenthost.runners.acpagent.prompt.TurnResults;
import dev.agenthost.runners.acpagent.rpc.AgentErrorResponseException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException.Code;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.harness.CancellationCheck;
import dev.agenthost.sdk.harness.McpEndpoint;
import dev.agenthost.sdk.harness.SessionKey;
import dev.agenthost.sdk.harness.SessionPointers;
import dev.agenthost.sdk.harness.SkillTexts;
import dev.agenthost.sdk.harness.files.WorkingDirectory;
import dev.agenthost.sdk.harness.mcp.RunMcp;
import dev.agenthost.sdk.harness.mcp.RunMcpServer;
import dev.agenthost.sdk.harness.mcp.RunTools;
import dev.agenthost.sdk.host.AgentApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs one turn with one process of an agent: writes the facts, starts the process, sends the prompt, and always ends the process.
 */
record AgentTurn(
        AgentRunContext context,
        RunOutput out,
        HostApi api,
        AcpAgentConfig settings,
        AgentProfile profile,
        RunMcpServer server) {
    private static final System.Logger LOG = System.getLogger(AgentTurn.class.getName());

    void take(SessionKey key, WorkingDirectory directory, SessionPointers before, CancellationCheck attention)
            throws AgentFailedException, InterruptedException, IOException {
        RunTools tools = RunTools.of(context, api, out);
        boolean reachable = profile.mcp() != AgentProfile.Mcp.OFF;
        directory.project(context, reachable);
        directory.projectSkills(context.resources().skills(), new SkillTexts(context, api));
        directory.forgetMcp();
        try (RunMcpServer.Open door = server.open(new RunMcp(tools))) {
            if (profile.mcp() == AgentProfile.Mcp.FILE) {
                directory.projectMcp(door.endpoint());
            }
            TurnResults turn = new TurnResults(out, streams());
            McpEndpoint endpoint = profile.mcp() == AgentProfile.Mcp.SESSION ? door.endpoint() : null;
            try (AgentProcess process = started(directory)) {
                AgentRequestHandler side = new AgentRequestHandler(
                        turn,
                        profile.permissions().and(settings.permissions()),
                        reachable ? tools.names() : List.of(),
                        attention,
                        process);
                converse(new NativeSession(process, profile, side), process, endpoint, turn, key, directory, before);
            }
        } finally {
            directory.forgetMcp();
        }
    }

    private void converse(
            NativeSession session,
            AgentProcess process,
            @Nullable McpEndpoint mcp,
            TurnResults turn,
            SessionKey key,
            WorkingDirectory directory,
            SessionPointers before)
            throws AgentFailedException, InterruptedException {
        try {
            session.open(directory.path(), mcp, before.sessionIn(key.folder()));
            if (key.lasting() && session.isKept()) {
                store(new SessionPointers(session.id(), key.folder(), before.checkpoint()), before);
            }
            turn.end(session.prompt(
                    PromptBlocks.of(
                            context.input(),
                            settings.wording(),
                            session.isNew(),
                            session.seesImages(),
                            directory.path()),
                    turnWithin()));
        } catch (RunCancelledException | InterruptedException over) {
            session.cancel();
            throw over;
        } catch (AgentErrorResponseException refusal) {
            turn.close();
            throw clean(process, refusal.failure());
        } catch (AgentFailedException failure) {
            if (session.failedToReopen()) {
                // The stored session would fail every later turn.
                store(new SessionPointers(null, key.folder(), before.checkpoint()), before);
            }
            if (failure.code() == Code.TIMEOUT || failure.code() == Code.OUTPUT_TOO_LARGE) {
                session.cancel();
            }
            turn.close();
            throw clean(process, failure);
        }
    }

    /** Stores the pointers; a failure is only logged, because the conversation can be answered without its session. */
    private void store(SessionPointers now, SessionPointers before) {
        try {
            now.store(before, context, api);
        } catch (AgentApiException why) {
            LOG.log(System.Logger.Level.WARNING, "where a session is could not be kept: {0}", why.code());
        }
    }

    private AgentProcess started(WorkingDirectory directory) throws AgentFailedException {
        try {
            return AgentProcess.start(profile, directory.path(), System.getenv());
        } catch (IOException e) {
            throw new AgentFailedException(
                    Code.NOT_STARTED, "profile " + profile.name() + ": its program cannot be started");
        }
    }

    /** The failure without values of the agent's environment, and for a crash with the exit of the process. */
    private static AgentFailedException clean(AgentProcess process, AgentFailedException failure) {
        String why = failure.code() == Code.CRASHED ? failure.why() + " " + process.ending() : failure.why();
        return new AgentFailedException(failure.code(), process.secrets().without(why));
    }

    private Duration turnWithin() {
        Duration most = profile.turnWithin();
        return settings.turnWithin()
                .filter(wished -> wished.compareTo(most) < 0)
                .orElse(most);
    }

    private boolean streams() {
        return context.runtime()
                .metadata()
                .path("streaming_supported")
                .asBoolean(context.delivery().supportsStreaming());
    }
}
