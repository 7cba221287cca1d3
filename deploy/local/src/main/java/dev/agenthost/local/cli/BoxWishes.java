package dev.agenthost.local.cli;

import picocli.CommandLine.Option;

/** The options of whoever starts a box. */
final class BoxWishes {
    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many of every service, 1 to 8 (default: ${DEFAULT-VALUE}).")
    int replicas;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the front door (default: 8080, or the next free one).")
    int port;
}
