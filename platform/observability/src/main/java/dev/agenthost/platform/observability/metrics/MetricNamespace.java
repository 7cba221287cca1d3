package dev.agenthost.platform.observability.metrics;

/** The part of a metric's name that says whose it is: {@code agenthost.<stage>.<what>}. */
public record MetricNamespace(String name) {
    /** The whole name. */
    public String metric(String what) {
        return "agenthost." + name + "." + what;
    }
}
