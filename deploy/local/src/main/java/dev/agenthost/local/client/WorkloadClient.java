package dev.agenthost.local.client;

import dev.agenthost.local.settings.Service;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the metrics of every replica directly: the front door does not route them. */
public final class WorkloadClient {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    /** @param ports of the replicas of each service */
    public Workload read(Map<Service, List<Integer>> ports) throws InterruptedException {
        Map<Service, List<String>> answers = new EnumMap<>(Service.class);
        for (var service : ports.entrySet()) {
            List<String> texts = new ArrayList<>();
            for (int port : service.getValue()) {
                fetch(port).ifPresent(texts::add);
            }
            answers.put(service.getKey(), texts);
        }
        return Workload.of(answers);
    }

    private Optional<String> fetch(int port) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/q/metrics"))
                .timeout(LIMIT)
                .build();
        try {
            var answer = http.send(request, BodyHandlers.ofString());
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException away) {
            return Optional.empty();
        }
    }
}
