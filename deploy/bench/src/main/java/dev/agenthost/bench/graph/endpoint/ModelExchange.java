package dev.agenthost.bench.graph.endpoint;

/**
 * One request to the model. Times are those of the machine's monotonic clock ({@link System#nanoTime}).
 *
 * @param arrivedAt time at which the request had been read
 * @param answeredAt time at which the output was sent
 * @param shown estimated tokens of the request
 * @param written estimated tokens of the output; 0 for a real model
 */
public record ModelExchange(long arrivedAt, long answeredAt, long shown, long written) {}
