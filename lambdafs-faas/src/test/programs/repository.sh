# A git repository. Argument: an empty directory.
export GIT_AUTHOR_DATE='2020-01-01T00:00:00Z' GIT_COMMITTER_DATE='2020-01-01T00:00:00Z'
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_NOSYSTEM=1 HOME=/nonexistent
cd "$1" || exit 1
git init -q repository
cd repository || exit 1
git checkout -q -b main
echo one > a
mkdir d
echo two > d/b
git add .
git commit -q -m first
for i in 1 2 3; do
  echo $i >> a
  git commit -qam "change $i"
done
git log --oneline
git fsck
git checkout -q -b side HEAD~1
echo x > c
git add c
git commit -qm side
git checkout -q main
git merge -q side -m merge
git log --graph --oneline
git gc -q
git fsck --full
git status --short
git clone -q . ../clone
ls ../clone
git -C ../clone log -1 --format=%H
