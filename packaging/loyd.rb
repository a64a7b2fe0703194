# `cargo xtask dist` writes dist/loyd.rb from this, with the version and the checksums of the archives.
class Loyd < Formula
  desc "Sliding-tile puzzles and cubes: optimal solutions, enumeration, comparisons"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/loyd-@VERSION@-aarch64-apple-darwin.tar.xz"
      sha256 "@sha256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/loyd-@VERSION@-x86_64-apple-darwin.tar.xz"
      sha256 "@sha256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/loyd-@VERSION@-aarch64-unknown-linux-musl.tar.xz"
      sha256 "@sha256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/loyd-@VERSION@-x86_64-unknown-linux-musl.tar.xz"
      sha256 "@sha256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "loyd"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/loyd.bash" => "loyd"
    zsh_completion.install "completions/_loyd"
    fish_completion.install "completions/loyd.fish"
    doc.install "README.md", "CHANGELOG.md", "THIRD-PARTY.txt"
  end

  test do
    assert_match "31 moves", shell_output("#{bin}/loyd solve 867254301")
  end
end
