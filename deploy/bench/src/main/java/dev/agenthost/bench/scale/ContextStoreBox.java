package dev.agenthost.bench.scale;

import dev.agenthost.local.box.Box;
import dev.agenthost.local.box.BoxFailedException;
import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import dev.agenthost.testkit.postgres.PostgresMemory;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** context-store with Kafka and PostgreSQL; all other processes of the box are held, so that they cause no load. */
final class ContextStoreBox implements AutoCloseable {
    private static final Set<String> LEFT = Set.of(BoxPlan.KAFKA, BoxPlan.POSTGRES, Service.CONTEXT_STORE.module());
    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Box box;
    private final URI store;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ContextStoreBox(Box box, int port) {
        this.box = box;
        this.store = URI.create("http://127.0.0.1:" + port);
    }

    static ContextStoreBox start(Path project, Path home, Consumer<String> progress)
            throws BoxFailedException, IOException, InterruptedException {
        var box = Box.start(new BoxOptions(new BoxLayout(project, home), 1, FreePorts.next(), Map.of(), progress)
                .with(Compilation.ALL_LEVELS)
                .with(PostgresMemory.LARGE));
        box.holdAllBut(LEFT);
        int port = 0;
        for (var process : box.processes()) {
            if (process.name().equals(Service.CONTEXT_STORE.module())) {
                port = process.port();
            }
        }
        return new ContextStoreBox(box, port);
    }

    DatabaseAddress database() {
        return box.database();
    }

    String bootstrapServers() {
        return box.bootstrapServers();
    }

    /**
     * Sends a request as run-orchestrator does.
     *
     * @throws IOException if the answer is an error or unreadable
     */
    <T> T request(String path, Object question, Class<T> answer) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(store.resolve(path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + box.keys().internalKey())
                .POST(BodyPublishers.ofByteArray(ProtocolCodec.encode(question)))
                .build();
        var response = http.send(request, BodyHandlers.ofByteArray());
        if (response.statusCode() != OK) {
            throw new IOException(path + " answered " + response.statusCode());
        }
        try {
            return ProtocolCodec.decode(response.body(), answer);
        } catch (UndecodableException e) {
            throw new IOException(path + " answered what cannot be read", e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        box.close();
    }
}
