package dev.agenthost.platform.observability.metrics;

/** The prefix of the metrics of a service: {@code agenthost.<stage>}. */
public record MetricNamespace(String name) {
    /** Returns the full name. */
    public String metric(String what) {
        return "agenthost." + name + "." + what;
    }
}
