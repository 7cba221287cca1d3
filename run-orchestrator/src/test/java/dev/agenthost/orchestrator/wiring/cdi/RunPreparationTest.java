package dev.agenthost.orchestrator.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.context.http.HttpContextStore;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.net.URI;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RunPreparationTest {
    @Test
    void requestsContextStoreLast() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            var requests = new CopyOnWriteArrayList<String>();
            var server = vertx.createHttpServer()
                    .requestHandler(request -> {
                        requests.add(request.path());
                        request.response().setStatusCode(404).end("{\"code\":\"not_found\"}");
                    })
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
            var memory = new HttpContextStore(
                    vertx,
                    new HttpClientOptions(),
                    URI.create("http://127.0.0.1:" + server.actualPort()),
                    "internal-key");

            new RunPreparation(memory).prepare();

            assertThat(requests).containsExactly("/internal/v1/events/get");
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get();
        }
    }
}
