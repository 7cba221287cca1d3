package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.Sha256;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.tool.mcp.ScriptedProgram;
import dev.agenthost.protocol.id.RunId;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The runner's half on a real socket, its runs driven by the test: ours is what the test says is ours. */
public final class RunnerHalf implements QuarkusTestProfile {
    static final String KEY = "a-runner-key-of-more-than-32-characters";
    static final String OTHER_KEY = "another-runner-key-of-32-characters-or-more";

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(ScriptedOwnership.class, ListedRuns.class);
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.ofEntries(
                Map.entry("agenthost.runner-keys.\"peer\".sha256", Sha256.hex(KEY)),
                Map.entry("agenthost.runner-keys.\"peer\".plugins", "peer/*"),
                Map.entry("agenthost.runner-keys.\"peer\".workspaces", "ws-1"),
                Map.entry("agenthost.runner-keys.\"acme\".sha256", Sha256.hex(OTHER_KEY)),
                Map.entry("agenthost.runner-keys.\"acme\".plugins", "acme/bot"),
                Map.entry("agenthost.runner-keys.\"acme\".workspaces", "ws-1,ws-2"),
                Map.entry("agenthost.api-keys.\"one\".sha256", Sha256.hex("key-one")),
                Map.entry("agenthost.api-keys.\"one\".workspace", "ws-1"),
                Map.entry("agenthost.api-keys.\"two\".sha256", Sha256.hex("key-two")),
                Map.entry("agenthost.api-keys.\"two\".workspace", "ws-2"),
                Map.entry("agenthost.api-keys.\"looker\".sha256", Sha256.hex("key-looker")),
                Map.entry("agenthost.api-keys.\"looker\".workspace", "ws-1"),
                Map.entry("agenthost.api-keys.\"looker\".role", "viewer"),
                Map.entry("agenthost.secrets.\"MODEL_KEY\"", ModelCase.SECRET),
                Map.entry("agenthost.egress.allow", "127.0.0.1/32"),
                Map.entry("agenthost.tools.stdio.\"scripted\".command", program()),
                Map.entry("agenthost.tools.stdio.\"scripted\".env.\"GREETING\"", "hello"),
                Map.entry("agenthost.tools.stdio.\"scripted\".secret-env.\"SECRET\"", "MODEL_KEY"),
                Map.entry("agenthost.tools.stdio.\"scripted\".workspaces", "ws-1"),
                Map.entry(
                        "agenthost.tools.stdio.\"slow\".command",
                        "/bin/sh,-c,sleep 3; exec " + program().replace(',', ' ')),
                Map.entry("agenthost.tools.stdio.\"slow\".workspaces", "ws-1"),
                Map.entry("quarkus.http.test-port", "0"),
                Map.entry("agenthost.runner.handshake-timeout", "2s"),
                Map.entry("agenthost.runner.ping-interval", "500ms"),
                Map.entry("agenthost.runner.idle-timeout", "3s"),
                Map.entry("agenthost.runner.context-timeout", "2s"),
                Map.entry("agenthost.runner.inbox-frames", "50"),
                Map.entry("agenthost.runner.stall-timeout", "2s"),
                Map.entry("agenthost.buffer.max-size", "5M"));
    }

    private static String program() {
        return String.join(
                ",",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ScriptedProgram.class.getName());
    }

    @Alternative
    @Singleton
    public static class ScriptedOwnership implements RunOwnership {
        static volatile boolean mayAct = true;
        static volatile boolean ours = true;
        static final List<RunId> TOUCHED = new CopyOnWriteArrayList<>();

        @Override
        public boolean mayAct() {
            return mayAct;
        }

        @Override
        public Uni<Boolean> touch(RunId run, int attempt) {
            TOUCHED.add(run);
            return Uni.createFrom().item(ours);
        }
    }

    @Alternative
    @Singleton
    public static class ListedRuns implements RunLookup {
        static final Map<RunId, RunView> RUNS = new ConcurrentHashMap<>();

        @Override
        public Uni<Optional<RunView>> find(String workspaceId, RunId run) {
            return Uni.createFrom().item(Optional.ofNullable(RUNS.get(run)));
        }

        @Override
        public Uni<Optional<RunView>> lastOfChain(String workspaceId, RunId first) {
            return find(workspaceId, first);
        }

        @Override
        public Uni<List<RunView>> page(RunListQuery question) {
            return Uni.createFrom()
                    .item(RUNS.values().stream()
                            .filter(run -> question.filter().statuses().contains(run.status()))
                            .limit(question.limit())
                            .toList());
        }
    }
}
