package dev.agenthost.protocol.architecture.breach.caller.run.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;

/** Calls out by itself. */
class Caller {
    InputStream call(String address) throws IOException {
        return URI.create(address).toURL().openStream();
    }
}
