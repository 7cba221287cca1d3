package dev.agenthost.local.front;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;

/** The front door as a process of its own; its argument is the file with its {@link FrontDoorSettings}. */
public final class FrontDoorMain {
    private FrontDoorMain() {}

    public static void main(String[] arguments) throws IOException {
        var settings = FrontDoorSettings.read(Path.of(arguments[0]));
        open(Vertx.vertx(), settings).onFailure(e -> {
            System.err.println("cannot listen on 127.0.0.1:" + settings.port() + ": " + e.getMessage());
            Runtime.getRuntime().exit(1);
        });
    }

    static Future<Void> open(Vertx vertx, FrontDoorSettings settings) {
        var upstreams = new Upstreams(settings.upstreams());
        // The inside listener opens last: it is the one that is probed.
        return new FrontDoor(vertx, Routes.OUTSIDE, upstreams)
                .listen(vertx, settings.port())
                .compose(open -> new FrontDoor(vertx, Routes.INSIDE, upstreams).listen(vertx, settings.insidePort()))
                .mapEmpty();
    }
}
