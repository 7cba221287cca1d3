# Sourced by ./mvnw and ./agenthost: sets JAVA_HOME to a JDK of at least 21.
# Order: JAVA_HOME, `java` on PATH, then the places where JDKs are usually installed, 25 preferred.

# What a JDK says of itself in its file "release"; asking its javac would start a JVM for every JDK there is.
agenthost_jdk_major() {
  [ -x "$1/bin/javac" ] || return 1
  major=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
  [ -n "$major" ] || major=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9][0-9]*\).*/\1/p')
  echo "$major"
}

agenthost_find_jdk() {
  if [ -n "${JAVA_HOME-}" ]; then
    found=$(agenthost_jdk_major "$JAVA_HOME") && [ "${found:-0}" -ge 21 ] && return 0
  fi
  on_path=$(command -v javac 2>/dev/null) && on_path=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
  if [ -n "$on_path" ]; then
    candidate=${on_path%/bin/javac}
    found=$(agenthost_jdk_major "$candidate") && [ "${found:-0}" -ge 21 ] && JAVA_HOME=$candidate && export JAVA_HOME && return 0
  fi
  best=0
  best_home=
  for candidate in /usr/lib/jvm/* /opt/java/* /opt/jdk* /usr/java/* /usr/local/openjdk-* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    found=$(agenthost_jdk_major "$candidate") || continue
    [ "${found:-0}" -ge 21 ] || continue
    # 25 is what the product is tried on; else the newest there is.
    if [ "$found" -eq 25 ] || { [ "$best" -ne 25 ] && [ "$found" -gt "$best" ]; }; then
      best=$found
      best_home=$candidate
    fi
  done
  if [ -z "$best_home" ]; then
    echo "Agent Host needs a JDK (not only a JRE) of version 21 or newer; 25 is preferred." >&2
    echo "None was found in JAVA_HOME (${JAVA_HOME:-not set}), on PATH, or where JDKs are usually installed." >&2
    echo "Install one, for instance Temurin 25, or point JAVA_HOME to it." >&2
    return 1
  fi
  JAVA_HOME=$best_home
  export JAVA_HOME
}

agenthost_find_jdk

# Our libraries know better than to warn at each start about what they will have changed in time.
agenthost_quiet() {
  major=$(agenthost_jdk_major "$JAVA_HOME")
  if [ "${major:-0}" -ge 24 ]; then echo --sun-misc-unsafe-memory-access=allow; fi
}
