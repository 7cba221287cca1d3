package dev.agenthost.runners.acpagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.process.AgentProfileRegistry;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import dev.agenthost.sdk.harness.files.WorkingDirectories;
import dev.agenthost.sdk.harness.mcp.RunMcpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An ACP agent whose harness is a scripted program. */
abstract class AcpAgentFixture {
    static final String TOOLS = "{'tools':[{'tool_name':'add','operations':['detail','call']}],"
            + "'knowledge_bases':[{'kb_id':'kb1','operations':['retrieve']}]}";

    @TempDir
    Path home;

    final SessionHost host = new SessionHost();
    RunMcpServer server;

    @BeforeEach
    void start() throws Exception {
        server = RunMcpServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    List<ResultPayload> run(String text, String... able) throws Exception {
        return runWith(profile(60, able), text);
    }

    List<ResultPayload> runWith(AgentProfile profile, String text) throws Exception {
        List<ResultPayload> said = new CopyOnWriteArrayList<>();
        agent(profile).run(host.context(text), SessionHost.output(said), host);
        return said;
    }

    AcpAgent agent(AgentProfile profile) throws Exception {
        return new AcpAgent(
                new AgentProfileRegistry(Map.of(profile.name(), profile)),
                new WorkingDirectories(home.resolve("sessions"), Duration.ofDays(1), 10),
                server,
                4);
    }

    static AgentProfile profile(int startSeconds, String... able) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ScriptedAgent.class.getName()));
        command.addAll(List.of(able));
        return new AgentProfile(
                "scripted",
                command,
                List.of(),
                Map.of("SCRIPTED_SECRET", "sk-very-secret"),
                PermissionPolicy.DENY,
                AgentProfile.Mcp.SESSION,
                Duration.ofSeconds(startSeconds),
                Duration.ofSeconds(60));
    }

    java.util.Optional<Path> found(String name) throws Exception {
        try (Stream<Path> all = Files.walk(home)) {
            return all.filter(path -> path.endsWith(name)).findFirst();
        }
    }

    interface Condition {
        boolean holds() throws Exception;
    }

    static void await(Condition condition) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(until);
            Thread.sleep(20);
        }
    }
}
