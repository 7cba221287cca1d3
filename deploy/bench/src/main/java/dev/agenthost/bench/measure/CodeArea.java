package dev.agenthost.bench.measure;

import java.util.List;
import java.util.Optional;

/** The purpose of code, by its package. */
enum CodeArea {
    OWN("Agent Host itself", "dev.agenthost."),
    KAFKA("Kafka", "org.apache.kafka.", "kafka.", "org.apache.logging."),
    DATABASE(
            "PostgreSQL client",
            "io.vertx.pgclient.",
            "io.vertx.sqlclient.",
            "io.vertx.mutiny.sqlclient.",
            "org.postgresql."),
    JSON("JSON", "com.fasterxml.jackson."),
    SOCKETS(
            "HTTP and sockets",
            "io.netty.",
            "io.vertx.",
            "sun.nio.ch.",
            "io.quarkus.vertx.http.",
            "org.jboss.resteasy.",
            "io.quarkus.resteasy."),
    REACTIVE("Mutiny and messaging", "io.smallrye.", "mutiny.", "io.quarkus.smallrye."),
    TELEMETRY(
            "metrics, traces, logs",
            "io.micrometer.",
            "io.opentelemetry.",
            "org.jboss.logmanager.",
            "org.jboss.logging.",
            "io.quarkus.opentelemetry.",
            "io.quarkus.micrometer."),
    QUARKUS("Quarkus", "io.quarkus.", "org.jboss.", "jakarta."),
    OTHER("other Java");

    private final String label;
    private final List<String> packages;

    CodeArea(String label, String... packages) {
        this.label = label;
        this.packages = List.of(packages);
    }

    String text() {
        return label;
    }

    /** @param stack names of classes, the innermost first: the first class with a known package decides */
    static CodeArea of(List<String> stack) {
        return stack.stream().flatMap(type -> owner(type).stream()).findFirst().orElse(OTHER);
    }

    private static Optional<CodeArea> owner(String type) {
        for (var part : values()) {
            if (part.packages.stream().anyMatch(type::startsWith)) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }
}
